import { limits } from '../../../src/base/config/limits.js';
import { errorsOf } from '../../../src/engine/define/schemaErrors.js';
import { Localized, Optional, Shape, Text } from '../../../src/engine/schema/primitives.js';
import { Type } from '../../../src/engine/schema/Type.js';
import { test } from '../../support/tap.js';

const many = limits.languagesMax;

/** Records which values of an object or a list are read. */
const counted = <T extends object>(value: T) => {
  const read = new Set<string | symbol>();
  const get = (target: T, name: string | symbol): unknown => {
    if (Object.hasOwn(target, name) && name !== 'length') read.add(name);
    return Reflect.get(target, name);
  };
  return { value: new Proxy(value, { get }), read };
};

const members = (name: (at: number) => string): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: many }, (_, at) => [name(at), 1]));

test('looks at no further value once there are as many errors as a response has', t => {
  const notOffered = Array.from({ length: many }, (_, at) => `m${at}`);
  const cases = {
    'elements of a list': [Type.Array(Text), Array<number>(many).fill(1)],
    'members with free names': [Localized(Text), members(at => `en-${at}`)],
    'names of members': [Localized(Type.Any()), members(at => `${at}`)],
    'members that are not offered': [Shape({}, { notOffered }), members(at => `m${at}`)],
    'declared members': [
      Shape(Object.fromEntries(notOffered.map(name => [name, Optional(Text)]))),
      members(at => `m${at}`),
    ],
  } as const;
  for (const [name, [schema, given]] of Object.entries(cases)) {
    const { value, read } = counted(given as object);
    t.equal(errorsOf(schema, value).length, limits.errorEntriesMax, name);
    t.ok(read.size <= limits.errorEntriesMax + 1, `${name}: ${read.size} values were read`);
  }
  t.end();
});

test('looks at no element of a list that is too long, and at no member of an object with too many', t => {
  const cases = {
    maxItems: [Type.Array(Text, { maxItems: many - 1 }), Array<number>(many).fill(1)],
    maxProperties: [Localized(Text), { ...members(at => `en-${at}`), de: 1 }],
  } as const;
  for (const [keyword, [schema, given]] of Object.entries(cases)) {
    const { value, read } = counted(given as object);
    t.same(
      errorsOf(schema, value).map(each => [each.keyword, each.path]),
      [[keyword, []]],
    );
    t.equal(read.size, 0, keyword);
  }
  t.end();
});

test('counts code points of texts that are not much longer than allowed', t => {
  const schema = Type.String({ minLength: 2, maxLength: 4 });
  const keywords = (value: unknown): string[] => errorsOf(schema, value).map(({ keyword }) => keyword);
  const cases: readonly (readonly [text: string, keywords: readonly string[]])[] = [
    ['💥', ['minLength']],
    ['💥💥', []],
    ['💥💥💥💥', []],
    ['💥💥💥💥💥', ['maxLength']],
    ['a', ['minLength']],
    ['abcd', []],
    ['abcde', ['maxLength']],
    ['abc💥', []],
  ];
  for (const [text, expected] of cases) t.same(keywords(text), expected, text);
  t.end();
});
