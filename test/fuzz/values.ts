/** Generates JSON values: valid values of a schema, and hostile values. */
import fc from 'fast-check';
import type { TSchema } from '@sinclair/typebox';
import { CountryCode, CurrencyCode } from '../../src/engine/schema/primitives.js';
import { anyCharacter } from '../support/anyCharacter.js';

/** JSON text that is sent unchanged, such as numbers that a double cannot represent. */
export class Verbatim {
  constructor(readonly json: string) {}
}

export const hostileTexts = [
  '',
  ' ',
  '\0',
  '\ud800',
  '\udfff\ud800',
  'İ',
  'ﬃ',
  'e\u0301',
  '\u202e',
  '💥'.repeat(40),
  'a'.repeat(70_000),
  '../../../etc/passwd',
  '%00',
  '%',
  '*',
  '?',
  '"',
  "'",
  '\\',
  '{}',
  '[]',
  '}{',
  '@f:{x}',
  '-',
  '|',
  '(',
  ')',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '0',
  '-1',
  'NaN',
  'null',
  'undefined',
  'true',
  '2024-02-30',
  '2024-01-01T00:00:00.000Z',
  '+275760-09-13T00:00:00.001Z',
  '1969-12-31',
  '24:00:00',
  'EUR',
  'XXX',
  'de',
  'en-US',
  `${'a'.repeat(64)}!`,
  `${'('.repeat(300)}${')'.repeat(300)}`,
  `${'\\'.repeat(99)}`,
  'key=',
  'id="x"',
  '\r\nX-Injected: 1',
  'urn:x',
  'javascript:alert(1)',
] as const;

const numbers = [
  '0',
  '-0',
  '1',
  '-1',
  '1.5',
  '9007199254740993',
  '-9007199254740993',
  '1e308',
  '1e400',
  '-1e400',
  '1e-400',
  '123456789012345678901234567890',
  '0.1e1',
  '2147483648',
  '4294967296',
] as const;

const deep = (open: string, close: string, depth: number): Verbatim =>
  new Verbatim(`${open.repeat(depth)}1${close.repeat(depth)}`);

export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...hostileTexts),
  fc.constantFrom(...numbers).map(each => new Verbatim(each)),
  fc.constantFrom(
    null,
    true,
    false,
    {},
    [],
    [null],
    [[]],
    { id: 'x' },
    { typeId: 'order', id: 'x' },
    { typeId: '__proto__', id: '__proto__' },
  ),
  fc.constantFrom(deep('[', ']', 30), deep('[', ']', 5_000), deep('{"a":', '}', 40), deep('{"a":', '}', 5_000)),
  fc
    .constantFrom(
      '{"__proto__":{"isAdmin":true}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '{"a":1,"a":2}',
      '{"version":1,"version":2}',
      '"\\ud800"',
    )
    .map(each => new Verbatim(each)),
  fc.string({ unit: anyCharacter, maxLength: 40 }),
  fc.json({ maxDepth: 3 }).map(each => new Verbatim(each)),
);

/** Percent-encodes a text; half a surrogate pair is replaced, because it has no encoding. */
export const encoded = (text: string): string => encodeURIComponent(Buffer.from(text).toString());

/** The ids and keys of existing resources. */
export type ExistingNames = { readonly ids: readonly string[]; readonly keys: readonly string[] };

const textOf = (schema: TSchema, { ids, keys }: ExistingNames): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const as unknown);
  if (schema.enum !== undefined) return fc.constantFrom(...(schema.enum as unknown[]));
  if (schema.dateTime === true)
    return fc
      .date({ noInvalidDate: true, min: new Date(0), max: new Date('2100-01-01') })
      .map(each => each.toISOString());
  if (schema.pattern === CurrencyCode.pattern) return fc.constantFrom('EUR', 'USD', 'JPY', 'XXX');
  if (schema.pattern === CountryCode.pattern) return fc.constantFrom('DE', 'US', 'ZZ');
  return fc.oneof(fc.constantFrom(...ids, ...keys, 'en', 'some-text'), fc.uuid(), fc.string({ maxLength: 12 }));
};

const validValue = (schema: TSchema, known: ExistingNames, depth: number): fc.Arbitrary<unknown> => {
  const options = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as TSchema[] | undefined;
  if (options !== undefined) return fc.oneof(...options.map(each => valueOf(each, known, depth - 1)));
  switch (schema.type) {
    case 'object':
      return objectOf(schema, known, depth);
    case 'array':
      return fc.array(valueOf((schema.items as TSchema) ?? {}, known, depth - 1), { maxLength: 3 });
    case 'string':
      return textOf(schema, known);
    case 'integer':
      return fc.oneof(fc.integer({ min: 0, max: 100 }), fc.integer(), fc.maxSafeInteger());
    case 'number':
      return fc.oneof(fc.integer({ min: 0, max: 100 }), fc.double({ noNaN: true, noDefaultInfinity: true }));
    case 'boolean':
      return fc.boolean();
    default:
      return schema.const === undefined && schema.enum === undefined ? hostileValue : textOf(schema, known);
  }
};

const objectOf = (schema: TSchema, known: ExistingNames, depth: number): fc.Arbitrary<unknown> => {
  const members = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  if (members.length === 0)
    return fc.dictionary(fc.constantFrom('en', 'de', 'a', '__proto__', 'constructor'), fc.string({ maxLength: 5 }), {
      maxKeys: 2,
    });
  const required = (schema.required ?? []) as string[];
  return fc.record(Object.fromEntries(members.map(([name, each]) => [name, valueOf(each, known, depth - 1)])), {
    requiredKeys: required,
  });
};

/** Generates mostly valid values, so that one hostile value is found in an otherwise valid body. */
export const valueOf = (schema: TSchema, known: ExistingNames, depth = 7): fc.Arbitrary<unknown> =>
  depth <= 0
    ? hostileValue
    : fc.oneof({ weight: 90, arbitrary: validValue(schema, known, depth) }, { weight: 1, arbitrary: hostileValue });

const toJson = (value: unknown): string => {
  if (value instanceof Verbatim) return value.json;
  if (Array.isArray(value)) return `[${value.map(toJson).join()}]`;
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, each]) => `${JSON.stringify(name)}:${toJson(each)}`)
      .join()}}`;
  return JSON.stringify(value) ?? 'null';
};

/** Encodes values as bytes, sometimes invalid UTF-8 or invalid JSON. */
export const bytesOf = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Buffer> =>
  fc.oneof(
    { weight: 20, arbitrary: value.map(each => Buffer.from(toJson(each))) },
    { weight: 1, arbitrary: value.map(each => Buffer.from(toJson(each)).subarray(0, -1)) },
    {
      weight: 1,
      arbitrary: value.map(each =>
        Buffer.concat([
          Buffer.from('{"a":"'),
          Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
          Buffer.from('",'),
          Buffer.from(toJson(each)).subarray(1),
        ]),
      ),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map(each => Buffer.from(each)) },
    { weight: 1, arbitrary: fc.constant(Buffer.alloc(0)) },
  );
