/** Impossible date-times, in every place where a client can write one (GEN031). */
import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import { resourceTypes, definitions } from '../../../src/commerce/resources/index.js';
import { toUtcDateTime } from '../../../src/engine/schema/dateTimes.js';
import { inputsOf, minimalInput } from '../../isolation/minimalInput.js';
import { parsePredicate } from '../../../src/engine/query/predicate/parsePredicate.js';
import { FieldScope } from '../../../src/engine/query/predicate/FieldScope.js';
import type { FieldShape } from '../../../src/engine/define/FieldShape.js';
import { parseSearchRequest } from '../../../src/search/query/parseSearchRequest.js';
import { parseProjectionSearch } from '../../../src/search/query/projections/parseProjectionSearch.js';
import { searchedOrder } from '../../../src/search/types/order.js';
import { searchedProduct } from '../../../src/search/types/product/product.js';
import { cartDiscountDraft, createType, fieldDefinition, newKey, productDiscountDraft } from '../../support/drafts.js';
import { startGraphql } from '../../support/graphql.js';
import { addCustomer, customerToken } from '../../support/oauth.js';
import { assertRefusal, literally, refusalOf } from '../../support/refusal.js';
import { rounds } from '../../support/rounds.js';
import { test } from '../../support/tap.js';

const padded = (value: number, length = 2): string => String(value).padStart(length, '0');
const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number): boolean => (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
const daysOf = (year: number, month: number): number =>
  (monthDays[month - 1] ?? 0) + (month === 2 && isLeap(year) ? 1 : 0);

test('takes a date-time exactly where the calendar has it (GEN031)', async t => {
  fc.assert(
    fc.property(
      fc.oneof(fc.constantFrom(0, 1, 1900, 2000, 2023, 2024, 9999), fc.integer({ min: 0, max: 9_999 })),
      fc.integer({ min: 0, max: 13 }),
      fc.integer({ min: 0, max: 32 }),
      fc.integer({ min: 0, max: 25 }),
      fc.integer({ min: 58, max: 61 }),
      fc.integer({ min: 58, max: 61 }),
      (year, month, day, hour, minute, second) => {
        const date = `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
        const text = `${date}T${padded(hour)}:${padded(minute)}:${padded(second)}.000Z`;
        const isReal = year > 0 && day > 0 && day <= daysOf(year, month) && hour < 24 && minute < 60 && second < 60;
        return toUtcDateTime(text) === (isReal ? text : undefined);
      },
    ),
    { numRuns: rounds(20_000) },
  );
  t.equal(toUtcDateTime('0001-01-01T00:00:00+02:00'), undefined, 'the year before the first');
  t.end();
});

const impossible = [
  '2024-13-45T99:99:99.999Z',
  '2024-02-30T00:00:00.000Z',
  '2024-01-01T00:00:60.000Z',
  '0000-01-01T00:00:00.000Z',
];

/** Lists the paths of `dateTime` in a schema; `*` stands for the elements of a list. */
const dateTimePaths = (schema: TSchema, steps: readonly string[] = []): string[][] => {
  if (schema.dateTime === true) return [[...steps]];
  if (schema.type === 'array') return dateTimePaths(schema.items as TSchema, [...steps, '*']);
  const members = Object.entries((schema.properties ?? {}) as Record<string, TSchema>);
  return members.flatMap(([name, member]) => dateTimePaths(member, [...steps, name]));
};

const known = { byName: { '**': 'en' }, byTypeId: {} };

test('every draft and every action refuses an impossible date-time, and names its field (GEN031)', async t => {
  let places = 0;
  for (const { typeId, schema, validate } of resourceTypes.flatMap(inputsOf))
    for (const steps of dateTimePaths(schema)) {
      places++;
      for (const text of impossible) {
        const input = minimalInput(schema, steps, text, known) as object;
        const field = steps.join('.').replaceAll('.*', '[0]');
        t.ok(
          validate(input).some(error => error.field === field && error.invalidValue === text),
          `${typeId} ${field} ${text}`,
        );
      }
    }
  t.ok(places > 40, `${places} places`);
});

const api = await startGraphql();
const { base, http, ask, createIn, resourcesAt } = api;

const find = (path: string, where: string) =>
  http.send('GET', `${base}/${path}?${new URLSearchParams({ where }).toString()}`);

const noTime = (field: string, text: string, expected: string, place = '(line 1, column 1)') => ({
  code: 'InvalidInput',
  message: literally(
    `Malformed parameter: where: The field '${field}' cannot be '${text}'. Expected ${expected}. ${place}`,
  ),
});

const aDateTime = 'a date and time in ISO 8601 with a time zone, such as 2024-02-29T12:00:00Z, or a day';
const notDates = [...impossible, '2024-02-30', '2024-13-01', '24:00:01', 'yesterday'];

test('a predicate refuses a time that does not exist and names the field, on every collection (GEN054)', async t => {
  for (const { path, routes } of definitions) {
    if (routes !== undefined || (await http.send('GET', `${base}/${path}`)).status !== 200) continue;
    for (const [at, text] of notDates.entries()) {
      const member = at % 2 === 0 ? 'createdAt' : 'lastModifiedAt';
      const where = `${member} ${['>', '<=', '=', '!='][at % 4]} "${text}"`;
      assertRefusal(t, await find(path, where), 400, [noTime(member, text, aDateTime)]);
    }
  }
  const { errors = [] } = await ask('{ orders(where: "createdAt in (\\"2024-02-30\\")") { total } }');
  t.match(errors[0], {
    message: noTime('createdAt', '2024-02-30', aDateTime).message,
    extensions: { code: 'InvalidInput' },
  });
});

/** Lists the paths of a shape at which queries compare times. */
const timePaths = (shape: FieldShape, steps: readonly string[] = []): (readonly [string[], string])[] => {
  if (shape.kind === 'plain') return shape.format === undefined ? [] : [[[...steps], shape.format]];
  if (shape.kind !== 'object' || steps.length > 5) return [];
  return [...shape.members].flatMap(([name, member]) => timePaths(member, [...steps, name]));
};

test('every time of every resource type is compared with times alone', async t => {
  const found = resourceTypes.flatMap(({ typeId, fieldShape }) =>
    timePaths(fieldShape()).map(([steps, format]) => ({ typeId, shape: fieldShape(), steps, format })),
  );
  for (const { typeId, shape, steps, format } of found) {
    const parse = (text: string) => {
      const where = steps.reduceRight(
        (part, name, at) => name + (at === steps.length - 1 ? part : `(${part})`),
        ` > "${text}"`,
      );
      return refusalOf(() => parsePredicate(where, new Map(), new FieldScope('where', where, shape, [])))?.message;
    };
    const field = `${typeId} ${steps.join('.')}`;
    t.match(parse('2024-02-30'), `The field '${steps.join('.')}' cannot be '2024-02-30'.`, field);
    t.equal(parse('2024-02-29'), undefined, field);
    t.equal(parse('2024-02-29T12:00:00+02:00') === undefined, format === 'DateTime', field);
  }
  t.ok(found.length > 150, `${found.length} fields`);
});

test('a day is compared as its first moment, also in lists, in variables and at /me', async t => {
  const { createdAt } = await createIn('channels', { key: newKey() });
  const day = String(createdAt).slice(0, 10);
  for (const [where, total] of [
    [`createdAt > "${day}"`, 1],
    [`createdAt < "${day}"`, 0],
    [`createdAt in ("${day}", "${String(createdAt)}")`, 1],
  ] as const)
    t.equal(((await find('channels', where)).json as { total: number }).total, total, where);
  const given = new URLSearchParams({ where: 'createdAt < :time', 'var.time': '2024-06-31' });
  assertRefusal(t, await http.send('GET', `${base}/channels?${given.toString()}`), 400, [
    noTime('createdAt', '2024-06-31', aDateTime),
  ]);
  const { quayside, credentials, projectKey } = api;
  const me = quayside.http.as(await customerToken(quayside, credentials, await addCustomer(quayside, projectKey)));
  const where = new URLSearchParams({ where: 'completedAt > "2023-02-29"' });
  assertRefusal(t, await me.send('GET', `${base}/me/orders?${where.toString()}`), 400, [
    noTime('completedAt', '2023-02-29', aDateTime),
  ]);
});

test('custom fields are compared with times of their Types, sets and extensions included', async t => {
  await createType(
    createIn,
    ['customer', 'order'],
    [
      fieldDefinition('due', { name: 'Date' }),
      fieldDefinition('opens', { name: 'Time' }),
      fieldDefinition('sent', { name: 'DateTime' }),
      fieldDefinition('days', { name: 'Set', elementType: { name: 'Date' } }),
      fieldDefinition('note', { name: 'String' }),
    ],
  );
  for (const [name, condition, text, expected] of [
    ['due', '= "2024-02-30"', '2024-02-30', 'a date, YYYY-MM-DD'],
    ['due', 'in ("2024-02-29", "2024-04-31")', '2024-04-31', 'a date, YYYY-MM-DD'],
    ['opens', '> "24:00:01"', '24:00:01', 'a time, hh:mm:ss.sss'],
    ['opens', '<> "23:59:60"', '23:59:60', 'a time, hh:mm:ss.sss'],
    ['sent', '<= "2024-01-01T00:00:60Z"', '2024-01-01T00:00:60Z', aDateTime],
    ['days', 'contains all ("2024-00-01")', '2024-00-01', 'a date, YYYY-MM-DD'],
  ] as const)
    assertRefusal(t, await find('customers', `custom(fields(${name} ${condition}))`), 400, [
      noTime(`custom.fields.${name}`, text, expected, '(line 1, column 15)'),
    ]);
  t.equal((await find('customers', 'custom(fields(note = "2024-02-30" and due > "2024-02-29"))')).status, 200);
  const conditions = ['createdAt > "2024-02-30"', 'custom(fields(due = "2024-02-30"))'];
  for (const condition of conditions) {
    const triggers = [{ resourceTypeId: 'order', actions: ['Create'], condition }];
    const destination = { type: 'HTTP', url: 'http://127.0.0.1:9/' };
    const { errors } = await resourcesAt('extensions').refuseCreation({ key: newKey(), destination, triggers });
    t.match(errors, [
      { code: 'InvalidInput', message: /^Malformed field 'triggers\[0\]\.condition': .*cannot be '2024-02-30'/ },
    ]);
  }
});

test('predicates of discounts compare times with times', async t => {
  const cartDiscount = (cartPredicate: string, predicate = 'true') =>
    [['cart-discounts', cartDiscountDraft({ cartPredicate, target: { type: 'lineItems', predicate } })]] as const;
  for (const [path, draft, field, name] of [
    [...cartDiscount('createdAt > "2024-02-30"')[0], 'cartPredicate', 'createdAt'],
    [...cartDiscount('customer.dateOfBirth < "2024-02-30"')[0], 'cartPredicate', 'customer.dateOfBirth'],
    [...cartDiscount('true', 'not(addedAt in ("2024-02-30"))')[0], 'target.predicate', 'addedAt'],
    [
      'product-discounts',
      productDiscountDraft({ predicate: 'price.validFrom > "2024-02-30"' }),
      'predicate',
      'price.validFrom',
    ],
  ] as const) {
    const { errors } = await resourcesAt(path).refuseCreation(draft);
    const expected = name === 'customer.dateOfBirth' ? 'a date, YYYY-MM-DD' : aDateTime;
    t.match(errors, [
      {
        code: 'InvalidField',
        field,
        invalidValue: '2024-02-30',
        message:
          `The value '2024-02-30' is not valid for field '${field}'. Expected ${expected}, ` +
          `to compare '${name}' with.`,
      },
    ]);
  }
  const { id, version } = await createIn(
    'cart-discounts',
    cartDiscountDraft({ cartPredicate: 'createdAt > "2024-02-29"' }),
  );
  const changed = { action: 'changeCartPredicate', cartPredicate: 'createdAt > "2024-02-30"' };
  t.match((await resourcesAt('cart-discounts').refuse({ id, version }, changed)).errors, [{ field: 'cartPredicate' }]);
});

test('searches compare times with times (SEARCH036)', async t => {
  const order = (query: object) => parseSearchRequest(searchedOrder.dialect, { query });
  for (const [text, field] of [
    ['2024-02-30T00:00:00Z', 'createdAt'],
    ['2024-01-01T00:00:60Z', 'returnInfo.returnDate'],
  ] as const)
    for (const query of [{ exact: { field, value: text } }, { range: { field, gte: text } }])
      t.match(
        refusalOf(() => order(query)),
        { errors: [{ code: 'InvalidInput', message: new RegExp(field) }] },
      );
  for (const filter of ['createdAt:"2024-02-30"', 'variants.price.validFrom: range ("2024-02-30" to *)'])
    t.match(
      refusalOf(() => parseProjectionSearch(searchedProduct.table, new URLSearchParams({ filter }))),
      {
        errors: [
          { code: 'InvalidInput', message: /^Malformed parameter: filter: expected values of the type dateTime/ },
        ],
      },
      filter,
    );
});
