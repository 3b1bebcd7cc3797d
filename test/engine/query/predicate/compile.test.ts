import fc from 'fast-check';
import { test } from '../../../support/tap.js';
import { compilePredicate } from '../../../../src/engine/query/predicate/compilePredicate.js';
import { parseWith } from './parseWith.js';
import { parseSortKey } from '../../../../src/engine/query/parseQueryParameters.js';
import { compareResources } from './compareResources.js';
import {
  type Conjunct,
  conjuncts,
  compileBodyFilter,
  requiredBytes,
} from '../../../../src/engine/query/predicate/bodyFilter.js';
import type { Predicate } from '../../../../src/engine/query/predicate/Predicate.js';
import { likelyPredicate, likelyResource } from './arbitraries.js';
import { evaluate } from './evaluate.js';
import { rounds } from '../../../support/rounds.js';
import { toUtcDateTime } from '../../../../src/engine/schema/dateTimes.js';
import { readMembers } from '../../../../src/engine/document/scanSpans.js';
import { storedMembers } from '../../../../src/engine/query/pageBodies.js';

const matches = (text: string, resource: unknown): boolean => compilePredicate(parseWith(text))(resource);

test('finds fields of an order, also inside objects (ORD040)', async t => {
  const order = {
    orderState: 'Open',
    totalPrice: { currencyCode: 'EUR', centAmount: 4200 },
    state: { typeId: 'state', id: 's1' },
  };
  t.ok(matches('orderState = "Open" and totalPrice(currencyCode="EUR" and centAmount > 4199)', order));
  t.notOk(matches('totalPrice(centAmount > 4200)', order));
  t.ok(matches('state(id in ("s0", "s1"))', order));
});

test('compares ids (ORD041, GEN063)', async t => {
  t.ok(matches('id > "a1"', { id: 'a2' }));
  t.notOk(matches('id > "a2"', { id: 'a2' }));
});

test('matches an absent field and null only with the conditions for them', async t => {
  for (const resource of [{}, { a: null }, { a: undefined }]) {
    for (const text of ['a is not defined', 'a is empty', 'a != 1', 'a not in (1)', 'not(a = 1)'])
      t.ok(matches(text, resource), text);
    for (const text of [
      'a is defined',
      'a is not empty',
      'a = 1',
      'a < 1',
      'a >= 1',
      'a in (1)',
      'a contains any (1)',
      'a contains all (1)',
      'a(b = 1)',
      'a(b is not defined)',
      'a(b != 1)',
      'a within circle(0,0,1)',
    ])
      t.notOk(matches(text, resource), text);
  }
});

test('finds values of different types neither equal nor ordered', async t => {
  for (const a of ['1', true, {}, { a: 1 }, null]) {
    for (const text of ['a = 1', 'a < 1', 'a <= 1', 'a > 1', 'a >= 1', 'a in (1)']) t.notOk(matches(text, { a }), text);
    t.ok(matches('a != 1', { a }));
  }
  t.notOk(matches('a = "true"', { a: true }));
});

test('compares flags for equality only', async t => {
  t.ok(matches('a = true', { a: true }));
  for (const operator of ['<', '<=', '>', '>=']) t.notOk(matches(`a ${operator} true`, { a: true }));
});

test('orders texts by code unit', async t => {
  t.ok(matches('a < "a"', { a: 'Z' }));
  t.ok(matches('a > "z"', { a: 'ä' }));
});

test('finds arrays, texts and objects without content empty', async t => {
  for (const a of [[], '', {}]) t.ok(matches('a is empty and a is defined', { a }));
  for (const a of [[null], ' ', { b: null }, 0, false]) t.ok(matches('a is not empty', { a }));
});

test('finds no fields in a value that is no object', async t => {
  for (const other of [undefined, null, 1, 'text', [[{ a: 1 }]]]) {
    t.notOk(matches('a = 1 or length = 4 or length = 1', other));
    t.notOk(matches('x(a = 1 or length = 4 or length = 1)', { x: other }));
  }
  t.notOk(matches('a = 1 or length = 1', [{ a: 1 }]), 'a resource is an object');
});

test('does not read inherited members', async t => {
  const inherited = Object.create({ a: 1 }) as unknown;
  for (const text of [
    'constructor(name = "Object")',
    'constructor is defined',
    '__proto__ is defined',
    '`__proto__`(toString is defined)',
    'a = 1',
  ]) {
    t.notOk(matches(text, inherited), text);
  }
});

test('reads own members with the names of inherited ones', async t => {
  t.ok(matches('`__proto__`(a = 1) and constructor = "x"', JSON.parse('{"__proto__":{"a":1},"constructor":"x"}')));
});

test('does not sort by inherited members', async t => {
  const order = compareResources([parseSortKey('constructor.name desc')]);
  t.ok(order({ id: 'b' }, { id: 'a', constructor: { name: 'x' } }) < 0, 'absent comes first in desc');
});

const point = (...coordinates: number[]): unknown => ({ type: 'Point', coordinates });
const isWithin = (circle: string, location: unknown): boolean =>
  compilePredicate(parseWith(`location within circle(${circle})`))({ location });

test('a point is within a circle up to its radius', async t => {
  const place = point(5.110230209615395, 52.06969591642097);
  t.ok(isWithin('5.121310867198959, 52.09068804569714, 2500', place));
  t.notOk(isWithin('5.121310867198959, 52.09068804569714, 2400', place));
});

test('distances cross the date line and the poles', async t => {
  t.ok(isWithin('179.9, 0, 23000', point(-179.9, 0)));
  t.notOk(isWithin('179.9, 0, 22000', point(-179.9, 0)));
  t.ok(isWithin('0, 90, 1', point(123, 90)));
  t.ok(isWithin('0, 0, 20016000', point(180, 0)));
});

test('matches an array with one point inside, and no value that is not a point', async t => {
  t.ok(isWithin('1, 1, 1', [point(0, 0), point(1, 1)]));
  for (const other of [
    point(),
    point(1),
    [1, 1],
    { type: 'Line', coordinates: [1, 1] },
    { type: 'Point' },
    'Point',
    null,
  ]) {
    t.notOk(isWithin('1, 1, 20000000', other), JSON.stringify(other));
  }
});

/** Each case of a test filters its own inputs, so that none depends on how often chance brings it. */
const likelyCase = fc.tuple(likelyPredicate, likelyResource);

test('matches the same resources as the plain evaluator', async () => {
  for (const isMatch of [true, false])
    fc.assert(
      fc.property(
        likelyCase.filter(([predicate, resource]) => evaluate(predicate, resource) === isMatch),
        ([predicate, resource]) => compilePredicate(predicate)(resource) === isMatch,
      ),
      { numRuns: rounds(10_000) },
    );
});

/** Returns the predicate of a conjunct. */
const withParents = ({ parents, part }: Conjunct): Predicate =>
  parents.reduceRight<Predicate>((inner, field) => ({ kind: 'nested', field, part: inner }), part);

test('a predicate matches only when all its conjuncts do, and always when these are exact', async () => {
  for (const areExact of [true, false])
    fc.assert(
      fc.property(
        likelyCase.filter(([predicate]) => conjuncts(predicate).every(({ isExact }) => isExact) === areExact),
        ([predicate, resource]) => {
          const isMatch = compilePredicate(predicate)(resource);
          const allMatch = conjuncts(predicate).every(each => compilePredicate(withParents(each))(resource));
          return areExact ? isMatch === allMatch : !isMatch || allMatch;
        },
      ),
      { numRuns: rounds(2_000, 250) },
    );
});

test('matches an array when one element matches', async t => {
  const resource = { tags: ['a', 'c'], sizes: [1, 9] };
  for (const text of ['tags = "c"', 'tags in ("b","c")', 'sizes > 8', 'sizes < 2', 'tags != "b"', 'tags not in ("b")'])
    t.ok(matches(text, resource), text);
  for (const text of ['tags = "b"', 'sizes > 9', 'tags != "a"', 'tags not in ("a","b")'])
    t.notOk(matches(text, resource), text);
});

test('matches all of a nested predicate on the same element', async t => {
  const resource = {
    lineItems: [
      { variant: { sku: 'x' }, quantity: 1 },
      { variant: { sku: 'y' }, quantity: 5 },
    ],
  };
  t.notOk(matches('lineItems(variant(sku="x") and quantity > 2)', resource));
  t.ok(matches('lineItems(variant(sku="y") and quantity > 2)', resource));
  t.ok(matches('lineItems(variant(sku="x")) and lineItems(quantity > 2)', resource));
  t.ok(matches('lineItems(not(quantity = 1))', resource));
  t.notOk(matches('not(lineItems(quantity = 1))', resource));
});

test('does not match an empty array', async t => {
  t.notOk(matches('a(b is not defined)', { a: [] }));
  t.ok(matches('a != 1', { a: [] }));
});

test('matches contains any and contains all', async t => {
  const resource = { tags: ['a', 'b'], text: 'a' };
  t.ok(matches('tags contains any ("x","b")', resource));
  t.notOk(matches('tags contains any ("x","y")', resource));
  t.ok(matches('tags contains all ("b","a")', resource));
  t.notOk(matches('tags contains all ("a","x")', resource));
  t.notOk(matches('text contains any ("a")', resource));
});

test('does not look into arrays in arrays', async t => {
  t.notOk(matches('a = 1 or a contains any (1) or a(b = 1)', { a: [[1], [{ b: 1 }]] }));
});

const matchesDate = (text: string, a: unknown): boolean => compilePredicate(parseWith(text))({ a });
const noon = '2024-02-29T12:00:00.000Z';

test('the same instant is equal in any form', async t => {
  const forms = [
    '2024-02-29T12:00:00Z',
    '2024-02-29T12:00Z',
    '2024-02-29T14:00:00.000+02:00',
    '2024-02-29T06:30:00-0530',
    '2024-02-29T13:00:00.0004+01',
  ];
  for (const form of forms) {
    t.equal(toUtcDateTime(form), noon);
    for (const text of [`a = "${form}"`, `a in ("x","${form}")`, `a >= "${form}"`, `a <= "${form}"`])
      t.ok(matchesDate(text, noon), text);
    t.ok(matchesDate(`a = "${noon}"`, form), 'stored in another form');
    t.ok(matchesDate(`a contains all ("${form}")`, [noon]));
    t.notOk(matchesDate(`a != "${form}" or a < "${form}" or a > "${form}"`, noon));
  }
});

test('date-times are ordered by time', async t => {
  t.ok(matchesDate('a > "2024-02-29T23:00:00+12:00"', noon));
  t.ok(matchesDate('a < "2024-02-29T03:00:00-12:00"', noon));
  t.notOk(matchesDate('a > "2024-02-29T23:00:00+02:00"', noon));
});

test('compares a text that is no date-time as text', async t => {
  for (const text of [
    '2024-02-29',
    '2023-02-29T12:00:00Z',
    '2024-02-29T24:00:00Z',
    '2024-02-29T12:00:00',
    '2024-02-29T12:00:00+24:00',
    '9999-12-31T23:59:59-01:00',
  ]) {
    t.equal(toUtcDateTime(text), undefined, text);
  }
  t.ok(matchesDate('a >= "2024-02-29"', noon), 'a day orders before its times');
  t.notOk(matchesDate('a = "2024-02-29"', noon));
  t.ok(matchesDate(`a > "${noon}"`, 'later'));
  t.ok(matchesDate('a = "2024-13-01T00:00:00Z"', '2024-13-01T00:00:00Z'));
});

// A filter of bytes gives the same result as its predicate.
const bodyOf = (resource: unknown): Buffer => Buffer.from(JSON.stringify(resource));
const copyOf = (members: object | undefined) => members && { ...members };

test('a filter passes the bodies of the resources that match', async () => {
  const isMatch = (predicate: Predicate, body: Buffer): boolean => evaluate(predicate, JSON.parse(body.toString()));
  const isExcluded = (predicate: Predicate, body: Buffer): boolean => requiredBytes(predicate)?.(body) === false;
  const cases: Readonly<Record<string, (predicate: Predicate, body: Buffer) => boolean>> = {
    matching: isMatch,
    excluded: (predicate, body) => !isMatch(predicate, body) && isExcluded(predicate, body),
    parsed: (predicate, body) => !isMatch(predicate, body) && !isExcluded(predicate, body),
  };
  for (const [name, isCase] of Object.entries(cases))
    fc.assert(
      fc.property(
        likelyCase.filter(([predicate, resource]) => isCase(predicate, bodyOf(resource))),
        ([predicate, resource]) =>
          (compileBodyFilter(predicate, storedMembers)(bodyOf(resource)) !== undefined) === (name === 'matching'),
      ),
      { numRuns: rounds(3_000) },
    );
});

test('a filter reads the members that the caller wants, and those of the predicate', async t => {
  const body = bodyOf({ id: '1', state: 'Open', lines: [{ sku: 'a' }], note: 'x' });
  const predicate: Predicate = { kind: 'compare', field: 'state', operator: '=', value: 'Open' };
  t.same(copyOf(compileBodyFilter(predicate, storedMembers, ['id'])(body)), { id: '1', state: 'Open' });
  t.same(copyOf(compileBodyFilter(undefined, storedMembers, ['lines', 'missing'])(body)), { lines: [{ sku: 'a' }] });
  t.equal(compileBodyFilter({ ...predicate, value: 'Closed' }, storedMembers, ['id'])(body), undefined);
});

test('reads members of any JSON text', async () => {
  const name = fc.constantFrom('id', 'version', 'lineItems', 'custom', 'orderNumber', 'constructor');
  fc.assert(
    fc.property(
      fc.dictionary(name, fc.jsonValue({ stringUnit: 'binary', maxDepth: 3 })),
      fc.uniqueArray(name),
      (resource, names) => {
        const parsed = JSON.parse(JSON.stringify(resource)) as Record<string, unknown>;
        const wanted = Object.fromEntries(
          Object.entries(parsed).filter(([each]) => (names as string[]).includes(each)),
        );
        return JSON.stringify(readMembers(bodyOf(resource), new Set(names))) === JSON.stringify(wanted);
      },
    ),
    { numRuns: rounds(2_000) },
  );
});

test('searches only for texts that a matching body must contain', async t => {
  const excludes = (where: string, resource: object): boolean => {
    const mayMatch = requiredBytes(parseWith(where));
    return mayMatch !== undefined && !mayMatch(bodyOf(resource));
  };
  const order = { at: '2024-01-01T00:00:00.000Z', count: 1, tags: ['a', 'b"\\ü'] };
  t.notOk(excludes('at = "2024-01-01T01:00:00+01:00"', order), 'a time in another form');
  t.notOk(excludes('count = 1.0', order), 'a number in another form');
  t.notOk(excludes('tags contains all ("a", "b\\"\\\\\\u00fc")', order), 'a text with escapes');
  t.notOk(excludes('note is not defined or tags = "z"', order), 'an alternative that requires nothing');
  t.notOk(excludes('not(tags = "z") and note != "z"', order), 'negations');
  t.ok(excludes('tags = "z"', order));
  t.ok(excludes('count = 1 and tags in ("y", "z")', order));
  t.ok(excludes('custom(fields(a is not defined))', order));
});
