import { test } from '../../../support/tap.js';
import { compilePredicate } from '../../../../src/engine/query/predicate/compilePredicate.js';
import { parseWith } from './parseWith.js';

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
