import { test } from '../../support/tap.js';
import { SlotList } from '../../../src/base/memory/SlotList.js';

const item = (name: string) => ({ name });

test('finds each item by its slot, and uses free slots again', t => {
  const list = new SlotList<{ name: string }>();
  t.same(
    ['a', 'b', 'c'].map(name => list.add(item(name))),
    [0, 1, 2],
  );
  t.same([list.take(1), list.take(1), list.take(7), list.size], [item('b'), undefined, undefined, 2]);
  t.equal(list.add(item('d')), 1);
  t.same(list.values(), ['a', 'd', 'c'].map(item));
  t.same([list.take(0), list.take(1), list.take(2), list.size, list.values()], [...['a', 'd', 'c'].map(item), 0, []]);
  t.end();
});

test('takes no more slots than there were items at a time', t => {
  const list = new SlotList<{ name: string }>();
  const slots = new Set<number>();
  for (let round = 0; round < 100; round++) {
    const held = Array.from({ length: 1 + (round % 5) }, () => list.add(item('x')));
    for (const slot of held) slots.add(slot);
    for (const slot of held) list.take(slot);
  }
  t.same(
    [...slots].toSorted((a, b) => a - b),
    [0, 1, 2, 3, 4],
  );
  t.equal(list.size, 0);
  t.end();
});
