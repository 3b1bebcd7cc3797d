import { test } from '../../../support/tap.js';
import { compilePredicate } from '../../../../src/engine/query/predicate/compilePredicate.js';
import { parseWith } from './parseWith.js';

const matches = (text: string, resource: unknown): boolean => compilePredicate(parseWith(text))(resource);

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
