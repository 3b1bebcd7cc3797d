import { test } from '../../../support/tap.js';
import { conjuncts, pathLeaf } from '../../../../src/engine/query/predicate/conjuncts.js';
import { parseWith } from './parseWith.js';

/** The paths of the leaves, `?` for a part without one; `~` behind those that say less than the predicate. */
const paths = (text: string): string[] =>
  conjuncts(parseWith(text)).map(
    ({ part, parents, isExact }) => `${pathLeaf(part, parents)?.path ?? '?'}${isExact ? '' : '~'}`,
  );

test('a nested comparison has a dotted path', async t => {
  const [first, second] = conjuncts(parseWith('state(id="x") and orderState="Open"'));
  t.same(first, { parents: ['state'], part: parseWith('id="x"'), isExact: true });
  t.same(second, { parents: [], part: parseWith('orderState="Open"'), isExact: true });
});

test('ands of ands are one list', async t => {
  t.same(paths('(a=1 and (b=1 and c(d(e in (1))))) and f>1'), ['a', 'b', 'c.d.e', 'f']);
});

test('the parts of a nested predicate say less than it does', async t => {
  t.same(paths('a(b=1 and c=2)'), ['a.b~', 'a.c~']);
  t.same(paths('a(b(c=1 and (d=2 and e(f=3)))) and g=4'), ['a.b.c~', 'a.b.d~', 'a.b.e.f~', 'g']);
});

test('lists of values are leaves', async t => {
  t.same(paths('a contains any (1) and b(c contains all ("x", "y")) and d in (1, 2)'), ['a', 'b.c', 'd']);
});

test('gives no path for a condition that no index can answer', async t => {
  for (const text of [
    'a=1 or b=1',
    'not(a=1)',
    'a != 1',
    'a not in (1)',
    'a(b != 1)',
    'a is defined',
    'a(b=1 or c=1)',
    '`a.b` = 1',
    '`a.b`(c=1)',
  ])
    t.same(paths(text), ['?'], text);
});
