import { expect, test } from 'vitest';
import { keyReader, type Pressed, type Stroke } from './keys';

const press = (text: string): Pressed => {
  const [key = '', modifier] = text.split('|').reverse();
  return {
    key,
    ctrlKey: modifier === 'ctrl',
    metaKey: false,
    altKey: false,
    shiftKey: modifier === 'shift',
  };
};

test.each<[string[], (Stroke | null)[]]>([
  [['ArrowLeft'], [{ action: 'back' }]],
  [['shift|ArrowRight'], [{ action: 'nextVariation' }]],
  [['ctrl|z'], [{ action: 'takeBack' }]],
  [['e'], [{ action: 'lines' }]],
  [['t'], [{ action: 'threat' }]],
  [['x'], [{ action: 'threat' }]],
  [
    ['e', '4'],
    [{ action: 'lines' }, { undo: 'lines', write: 'e4' }],
  ],
  [
    ['h', 'x'],
    [{ action: 'back' }, { undo: 'forward', write: 'hx' }],
  ],
  [
    ['l', '4'],
    [{ action: 'forward' }, null],
  ],
  [['N'], [{ write: 'N' }]],
  [['d'], [{ write: 'd' }]],
  [
    ['4', 's'],
    [null, { scan: '4' }],
  ],
  [
    ['e', 's'],
    [{ action: 'lines' }, { scan: 'e', undo: 'lines' }],
  ],
  [['ctrl|f'], [null]],
])('%o comes to %o', (keys, strokes) => {
  const read = keyReader();
  expect(keys.map((key) => read(press(key)))).toEqual(strokes);
});
