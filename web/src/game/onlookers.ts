/** How many look on, in words; nothing where nobody does. */
export function onlookers(count: number, isOne: boolean): string {
  if (!isOne) return count === 0 ? '' : count === 1 ? 'One person looks on.' : `${count} people look on.`;
  const others = count - 1;
  return others < 1
    ? 'You are watching.'
    : `You are watching, with ${others === 1 ? 'one other' : `${others} others`}.`;
}
