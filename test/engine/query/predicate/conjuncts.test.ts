import { test } from 'tap';
import { conjuncts } from '../../../../src/engine/query/predicate/conjuncts.js';
import { parseWith } from './parseWith.js';

const paths = (text: string): (string | undefined)[] => conjuncts(parseWith(text)).map(({ path }) => path);

test('a nested comparison has a dotted path', async t => {
  t.same(conjuncts(parseWith('state(id="x") and orderState="Open"')), [
    { path: 'state.id', predicate: parseWith('id="x"'), whole: parseWith('state(id="x")') },
    { path: 'orderState', predicate: parseWith('orderState="Open"'), whole: parseWith('orderState="Open"') },
  ]);
});

test('ands of ands are one list', async t => {
  t.same(paths('(a=1 and (b=1 and c(d(e in (1))))) and f>1'), ['a', 'b', 'c.d.e', 'f']);
});

test('a nested predicate of two conditions stays whole', async t => {
  t.same(conjuncts(parseWith('a(b=1 and c=2)')), [{ path: undefined, whole: parseWith('a(b=1 and c=2)') }]);
});

test('gives no path for a condition that no index can answer', async t => {
  for (const text of [
    'a=1 or b=1',
    'not(a=1)',
    'a != 1',
    'a not in (1)',
    'a(b != 1)',
    'a is defined',
    'a contains any (1)',
    'a(b=1 or c=1)',
    '`a.b` = 1',
    '`a.b`(c=1)',
  ]) {
    t.same(conjuncts(parseWith(text)), [{ path: undefined, whole: parseWith(text) }], text);
  }
});
