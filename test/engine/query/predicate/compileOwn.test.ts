import { test } from '../../../support/tap.js';
import { compilePredicate } from '../../../../src/engine/query/predicate/compilePredicate.js';
import { parseSortKey } from '../../../../src/engine/query/predicate/parseSortKey.js';
import { parseWith } from './parseWith.js';
import { compareResources } from './compareResources.js';

const matches = (text: string, resource: unknown): boolean => compilePredicate(parseWith(text))(resource);

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
