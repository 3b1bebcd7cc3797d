/** The quick check accepts only what the validator accepts, and leaves the same value. */
import type { TSchema } from '@sinclair/typebox';
import { test } from '../../support/tap.js';
import { compileQuickCheck } from '../../../src/engine/define/compileQuickCheck.js';
import { compileValidator } from '../../../src/engine/define/compileValidator.js';
import { assertJsonValue } from '../../../src/engine/document/json.js';
import { definitions } from '../../../src/commerce/resources/index.js';
import {
  CountryCode,
  DateTime,
  Flag,
  IntegerFrom,
  Key,
  List,
  LocalizedString,
  OneOf,
  Optional,
  Shape,
} from '../../../src/engine/schema/primitives.js';
import { CustomFieldsDraft, FieldValue } from '../../../src/engine/schema/customFields.js';
import { Random } from '../../../examples/sample-shop/choices.js';

const Draft = Shape({
  key: Optional(Key),
  name: Optional(LocalizedString),
  kind: OneOf(['one', 'two']),
  country: Optional(CountryCode),
  at: Optional(DateTime),
  count: Optional(IntegerFrom(1, 5)),
  flags: Optional(List(Flag, 2)),
  custom: Optional(CustomFieldsDraft),
  value: Optional(FieldValue),
});
const check = compileQuickCheck(Draft);
const checked = (value: object): unknown => (check(value) ? value : 'refused');

test('drops nulls and undeclared members, and stores times in UTC', async t => {
  const given = JSON.parse(
    '{"kind":"one","key":null,"at":"2024-01-01T12:00:00+02:00","surplus":{"a":1},"name":{"en":"A","de":null},"value":{"c":null,"d":[1]}}',
  ) as object;
  t.same(checked(given), { kind: 'one', at: '2024-01-01T10:00:00.000Z', name: { en: 'A' }, value: { d: [1] } });
});

for (const [title, value] of [
  ['a missing member', {}],
  ['a required member that is null', { kind: null }],
  ['a value that is not listed', { kind: 'three' }],
  ['a member of another type', { kind: 'one', count: '3' }],
  ['a number above its maximum', { kind: 'one', count: 6 }],
  ['a number that is no integer', { kind: 'one', count: 1.5 }],
  ['a text that does not match its pattern', { kind: 'one', country: 'de' }],
  ['a text that is too short', { kind: 'one', key: 'a' }],
  ['a language tag that is none', { kind: 'one', name: { '1': 'A' } }],
  ['a list that is too long', { kind: 'one', flags: [true, false, true] }],
  ['null in a list', { kind: 'one', flags: [null] }],
  ['an object in place of a list', { kind: 'one', flags: {} }],
  ['a time without a zone', { kind: 'one', at: '2024-01-01T12:00:00' }],
  ['a nested object without a required member', { kind: 'one', custom: {} }],
] as const)
  test(`does not accept ${title}`, async t => {
    t.notOk(check(structuredClone(value)));
  });

test('refuses too large numbers and too deep values as the reading of a body does', async t => {
  t.throws(() => check({ kind: 'one', value: [Infinity] }), { message: /^Malformed field 'value'/ });
  t.throws(() => check({ kind: 'one', surplus: Infinity }), { message: /^Malformed field 'surplus'/ });
  const deep = (levels: number): unknown => (levels === 0 ? 1 : [deep(levels - 1)]);
  t.ok(check({ kind: 'one', value: deep(63) }));
  t.throws(() => check({ kind: 'one', value: deep(64) }), { message: /nested deeper/ });
});

test('refuses a schema with a keyword that it does not know', async t => {
  t.throws(() => compileQuickCheck({ ...Draft, minContains: 1 })({ kind: 'one' }), {
    message: /keyword minContains/,
  });
});

const random = new Random(7);
const texts = ['', 'a', 'abc-1', 'DE', 'EUR', 'en', 'x'.repeat(300), '\u{1f600}', '2024-02-03T04:05:06Z', '2024-01-01'];
const rubbish = [null, '', 'rubbish', -1, 1.5, true, [], {}, [null], { typeId: 'state', id: 'x' }];

/** Makes a value that mostly fits the schema. */
const valueOf = (schema: TSchema, depth = 0): unknown => {
  if (random.next() < 0.01) return structuredClone(random.pick(rubbish));
  if (schema.anyOf !== undefined) return valueOf(random.pick(schema.anyOf as TSchema[]), depth);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return random.pick(schema.enum as string[]);
  switch (schema.type) {
    case 'object': {
      const required = (schema.required ?? []) as readonly string[];
      const members = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
      const chosen = members.filter(([name]) => required.includes(name) || random.next() < (depth > 3 ? 0.1 : 0.5));
      return Object.fromEntries(chosen.map(([name, member]) => [name, valueOf(member, depth + 1)]));
    }
    case 'array':
      return Array.from({ length: random.integer(1, 2) }, () => valueOf(schema.items as TSchema, depth + 1));
    case 'string':
      return schema.dateTime === true
        ? '2024-02-03T04:05:06Z'
        : (texts.find(text => new RegExp((schema.pattern as string | undefined) ?? '.').test(text)) ?? 'abc-1');
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 0), 1);
    case 'boolean':
      return true;
    default:
      return { a: 1 };
  }
};

test('accepts only what the validator accepts, and leaves the same value', async t => {
  let accepted = 0;
  const schemas = definitions.flatMap(({ actions = {}, creations = {}, draft, own }) =>
    [...Object.values(actions), ...Object.values(creations), draft, own?.draft].flatMap(each =>
      each === undefined ? [] : [each.schema],
    ),
  );
  for (const schema of schemas) {
    const quick = compileQuickCheck(schema);
    const validate = compileValidator(schema, () => false);
    for (let count = 0; count < 20; count++) {
      const value = valueOf(schema);
      const other = structuredClone(value);
      if (!quick(value)) continue;
      accepted++;
      assertJsonValue('', other);
      if (validate(other).length > 0 || JSON.stringify(value) !== JSON.stringify(other))
        t.fail('the validator differs', { value, other, entries: validate(other) });
    }
  }
  t.ok(accepted > schemas.length, `${accepted} accepted`);
});
