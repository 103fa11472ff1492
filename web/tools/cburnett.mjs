// Draws src/pieces/cburnett.svg from the npm package @chessire/pieces, whose pieces are React components: with a stand-in
// for React that writes SVG. Run once: `npm pack @chessire/pieces`, unpack it, `node tools/cburnett.mjs package/dist/esm/index.js`.
import { readFileSync, writeFileSync } from 'node:fs';

const attribute = (name) =>
    ({ viewBox: 'viewBox' })[name] ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

// Styles become attributes: a strict content security policy allows no style in the page itself.
function attributes({ style = {}, ref: _ref, id: _id, xmlns: _xmlns, version: _version, width: _width, ...rest }) {
    return Object.entries({ ...rest, ...style })
        .filter(([name, value]) => value !== undefined && name !== 'strokeDasharray')
        .map(([name, value]) => ` ${attribute(name)}="${String(value).replace(/\s+/g, ' ').trim()}"`)
        .join('');
}

const createElement = (type, properties, ...children) =>
    typeof type === 'function'
        ? type(properties ?? {}, null)
        : { tag: type, attributes: attributes(properties ?? {}), inside: children.flat().map(text).join('') };

const text = ({ tag, attributes, inside }) =>
    inside ? `<${tag}${attributes}>${inside}</${tag}>` : `<${tag}${attributes}/>`;

const source = readFileSync(process.argv[2], 'utf8')
    .replace(/^import e,\{forwardRef as t\}from"react";/, '')
    .replace(/export default.*$/s, '');
const drawn = {};
const forwardRef = (draw) => {
    const component = (properties) => draw(properties, null);
    Object.defineProperty(component, 'displayName', { set: (name) => (drawn[name] = component) });
    return component;
};
new Function('e', 't', source)({ createElement }, forwardRef);

const symbols = Object.entries(drawn)
    .filter(([name]) => /^(White|Black)(King|Queen|Rook|Bishop|Knight|Pawn)$/.test(name))
    .map(([name, component]) => {
        const color = name.startsWith('White') ? 'w' : 'b';
        const role = name.slice(5);
        const letter = role === 'Knight' ? 'N' : role[0];
        return `<symbol id="cburnett-${color}${letter}" viewBox="0 0 45 45">${component({}).inside}</symbol>`;
    });
const licence =
    'Chess pieces by Colin M. L. Burnett (Cburnett), BSD 3-clause, see cburnett.LICENSE; by way of @chessire/pieces 1.0.3 (MIT).';
writeFileSync(
    new URL('../src/pieces/cburnett.svg', import.meta.url),
    `<!-- ${licence} -->\n<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join('\n')}\n</svg>\n`,
);
console.log(`${symbols.length} pieces`);
