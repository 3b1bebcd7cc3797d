/** JSON of every shape in a place that takes any, and in one that takes none of it. */
import { type HostileBody, range, sendingAlways, unique } from './HostileBody.js';

const bytesMax = 15.9 * 1024 * 1024;

/** As many copies of a text as fit into a body, or `max`. */
const repeated = (make: (at: number) => string, max = Infinity): string => {
  const parts: string[] = [];
  let length = 0;
  for (let at = 0; length < bytesMax && at < max; at++) {
    const part = make(at);
    parts.push(part);
    length += part.length + 1;
  }
  if (length >= bytesMax) parts.pop();
  return parts.join(',');
};

const deep = (levels: number, inner: string): string => `${'{"a":'.repeat(levels)}${inner}${'}'.repeat(levels)}`;

const shapes: Readonly<Record<string, () => string>> = {
  '1,000,000 members': () => `{${repeated(at => `"m${at}":${at % 10}`, 1_000_000)}}`,
  'members with short names': () => `{${repeated(at => `"${at.toString(36)}":1`)}}`,
  'members with integers as names': () => `{${repeated(at => `"${at}":1`)}}`,
  'members with long names': () => `{${repeated(at => `"${String(at).padEnd(1_000, 'n')}":1`)}}`,
  'duplicates of one member': () => `{${repeated(() => '"a":1')}}`,
  'duplicates of __proto__': () => `{${repeated(() => '"__proto__":1')}}`,
  'nulls as members': () => `{${repeated(at => `"${at.toString(36)}":null`)}}`,
  zeros: () => `[${repeated(() => '0')}]`,
  nulls: () => `[${repeated(() => 'null')}]`,
  'empty objects': () => `[${repeated(() => '{}')}]`,
  'empty lists': () => `[${repeated(() => '[]')}]`,
  'objects with one member': () => `[${repeated(() => '{"a":1}')}]`,
  'objects of different shapes': () => `[${repeated(at => `{"k${at.toString(36)}":1}`)}]`,
  'lists 60 deep': () => `[${repeated(() => `${'['.repeat(55)}${']'.repeat(55)}`)}]`,
  'objects 60 deep': () => `[${repeated(() => deep(55, '1'))}]`,
  '5,000,000 levels': () => `${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`,
  'one long text': () => `"${'x'.repeat(bytesMax)}"`,
  'one long text of escapes': () => `"${String.raw`\u00e4`.repeat(bytesMax / 6)}"`,
  'one long text of surrogate pairs': () => `"${'💥'.repeat(bytesMax / 4)}"`,
  'short texts': () => `[${repeated(() => '""')}]`,
  'texts of ten characters': () => `[${repeated(at => `"t${String(at).padStart(9, '0')}"`)}]`,
  'long numbers': () => `[${repeated(at => `0.${String(at).padEnd(300, '7')}`)}]`,
  'one number of 15 MB': () => '1'.repeat(bytesMax),
  'numbers with exponents': () => `[${repeated(() => '1e-300')}]`,
  'white space': () => `[${' '.repeat(bytesMax)}]`,
};

const customObject = (value: string): string => `{"container":"worst","key":"${unique}","value":${value}}`;

const stored: HostileBody[] = Object.entries(shapes).map(([name, make]) => ({
  name: `custom object: ${name}`,
  make: async world => sendingAlways('custom-objects', customObject(make()))(world),
}));

const unknown: HostileBody[] = Object.entries(shapes).map(([name, make]) => ({
  name: `unknown member of a draft: ${name}`,
  make: async world => sendingAlways('channels', `{"key":"${unique}","unknown":${make()}}`)(world),
}));

const places: Readonly<Record<string, () => HostileBody['make']>> = {
  'body that is no object': () => sendingAlways('channels', shapes.zeros!()),
  'body that ends too soon': () => sendingAlways('channels', `{"key":${shapes.zeros!().slice(0, -1)}`),
  'draft of unknown members': () => sendingAlways('channels', shapes['members with short names']!()),
  'update with as many actions as fit': () =>
    sendingAlways('channels/none', `{"version":1,"actions":[${repeated(() => '{"action":"x"}')}]}`),
  'update of one action with many unknown members': () =>
    sendingAlways(
      'channels/none',
      `{"version":1,"actions":[{"action":"changeName",${repeated(at => `"${at.toString(36)}":1`)}}]}`,
    ),
  'update of 500 actions that are all refused': () =>
    sendingAlways(
      'channels/none',
      `{"version":1,"actions":[${range(500, at => `{"action":"${String(at).padEnd(30_000, 'x')}"}`).join(',')}]}`,
    ),
};

export const jsonShapes: readonly HostileBody[] = [
  ...stored,
  ...unknown,
  ...Object.entries(places).map(([name, place]): HostileBody => ({ name, make: async world => place()(world) })),
];

/** The same shapes for a visitor, whose bodies are shorter. */
export const shapeOf = (name: string, bytes: number): string => {
  const text = shapes[name]!();
  const end = Math.max(text.lastIndexOf(',', bytes), 1);
  return text.length <= bytes ? text : `${text.slice(0, end)}${text.startsWith('{') ? '}' : ']'}`;
};
