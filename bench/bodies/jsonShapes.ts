/** JSON of every shape, in a place that takes any JSON and in one that takes none. */
import { limits } from '../../src/base/config/limits.js';
import { countValues } from '../../src/engine/document/json.js';
import { bodyBytesMax, type HostileBody, range, sendingAlways, unique, visitorBytesMax } from './HostileBody.js';

interface Bounds {
  readonly bytes: number;
  readonly values: number;
}

const beyond: Bounds = { bytes: bodyBytesMax, values: Infinity };
/** A shape is surrounded by some members. */
const within: Bounds = { bytes: bodyBytesMax, values: limits.bodyValuesMax - 10 };
const withinOfVisitor: Bounds = { bytes: visitorBytesMax - 500, values: limits.visitorBodyValuesMax - 20 };

/** Repeats a text as often as the bounds allow. */
const repeated = (make: (at: number) => string, { bytes, values }: Bounds): string => {
  const parts: string[] = [];
  const valuesOfEach = countValues(Buffer.from(`[${make(0)}]`));
  let length = 0;
  for (let at = 0; (at + 1) * valuesOfEach < values; at++) {
    const part = make(at);
    length += part.length + 1;
    if (length >= bytes) break;
    parts.push(part);
  }
  return parts.join(',');
};

type Shape = (bounds: Bounds) => string;

const list =
  (make: (at: number) => string): Shape =>
  bounds =>
    `[${repeated(make, bounds)}]`;
const object =
  (make: (at: number) => string): Shape =>
  bounds =>
    `{${repeated(make, bounds)}}`;

const deep = (levels: number, inner: string): string => `${'{"a":'.repeat(levels)}${inner}${'}'.repeat(levels)}`;

const shapes: Readonly<Record<string, Shape>> = {
  'members with short names': object(at => `"${at.toString(36)}":1`),
  'members with integers as names': object(at => `"${at * 7_919}":1`),
  'members with long names': object(at => `"${String(at).padEnd(1_000, 'n')}":1`),
  'duplicates of one member': object(() => '"a":1'),
  'duplicates of __proto__': object(() => '"__proto__":1'),
  'nulls as members': object(at => `"${at.toString(36)}":null`),
  zeros: list(() => '0'),
  nulls: list(() => 'null'),
  'empty objects': list(() => '{}'),
  'empty lists': list(() => '[]'),
  'objects with one member': list(() => '{"a":1}'),
  'objects of different shapes': list(at => `{"k${at.toString(36)}":1}`),
  'lists 60 deep': list(() => `${'['.repeat(55)}${']'.repeat(55)}`),
  'objects 60 deep': list(() => deep(55, '1')),
  'a level in a level': ({ bytes, values }) => {
    const levels = Math.min(bytes / 2, values - 1);
    return `${'['.repeat(levels)}${']'.repeat(levels)}`;
  },
  'one long text': ({ bytes }) => `"${'x'.repeat(bytes)}"`,
  'one long text of escapes': ({ bytes }) => `"${String.raw`\u00e4`.repeat(bytes / 6)}"`,
  'one long text of surrogate pairs': ({ bytes }) => `"${'💥'.repeat(bytes / 4)}"`,
  'short texts': list(() => '""'),
  'texts of ten characters': list(at => `"t${String(at).padStart(9, '0')}"`),
  'long numbers': list(at => `0.${String(at).padEnd(300, '7')}`),
  'one long number': ({ bytes }) => '1'.repeat(bytes),
  'numbers with exponents': list(() => '1e-300'),
  'white space': ({ bytes }) => `[${' '.repeat(bytes)}]`,
};

const customObject = (value: string): string => `{"container":"worst","key":"${unique}","value":${value}}`;

type Place = (shape: Shape, bounds: Bounds) => HostileBody['make'];

const shapePlaces: Readonly<Record<string, Place>> = {
  'custom object': (shape, bounds) => sendingAlways('custom-objects', customObject(shape(bounds))),
  'unknown member of a draft': (shape, bounds) =>
    sendingAlways('channels', `{"key":"${unique}","unknown":${shape(bounds)}}`),
};

const inPlaces: HostileBody[] = Object.entries(shapePlaces).flatMap(([place, send]) =>
  Object.entries(shapes).flatMap(([name, shape]) => [
    { name: `${place}: ${name}`, make: async world => send(shape, within)(world) },
    { name: `${place}, beyond the limits: ${name}`, make: async world => send(shape, beyond)(world) },
  ]),
);

const zeros = list(() => '0');
const members = object(at => `"${at.toString(36)}":1`);

const wholeBodies: Readonly<Record<string, (bounds: Bounds) => HostileBody['make']>> = {
  'body that is no object': bounds => sendingAlways('channels', zeros(bounds)),
  'body that ends too soon': bounds => sendingAlways('channels', `{"key":${zeros(bounds).slice(0, -1)}`),
  'draft of unknown members': bounds => sendingAlways('channels', members(bounds)),
  'update with as many actions as fit': bounds =>
    sendingAlways('channels/none', `{"version":1,"actions":${list(() => '{"action":"x"}')(bounds)}}`),
  'update of one action with many unknown members': bounds =>
    sendingAlways('channels/none', `{"version":1,"actions":[{"action":"changeName",${members(bounds).slice(1)}]}`),
  'update of 500 actions that are all refused': () =>
    sendingAlways(
      'channels/none',
      `{"version":1,"actions":[${range(500, at => `{"action":"${String(at).padEnd(30_000, 'x')}"}`).join(',')}]}`,
    ),
};

const whole: HostileBody[] = Object.entries(wholeBodies).flatMap(([name, make]) => [
  { name, make: async world => make(within)(world) },
  { name: `${name}, beyond the limits`, make: async world => make(beyond)(world) },
]);

export const jsonShapes: readonly HostileBody[] = [...inPlaces, ...whole];

/** Returns a shape for a visitor, whose bodies are shorter. */
export const shapeOfVisitor = (name: string, isBeyond: boolean): string =>
  shapes[name]!(isBeyond ? { ...withinOfVisitor, values: Infinity } : withinOfVisitor);
