import { test } from '../support/tap.js';
import { runScale } from '../../bench/scale/runScale.js';
import type { ScalePart, ScalePoint } from '../../bench/scale/ScalePart.js';

const options = { seconds: 1, rounds: 1, orders: 1 };
const pointOf = (count: number): ScalePoint => ({ count, loads: [], values: { measured: count } });

test('saves what is measured so far after each point of a curve', async t => {
  const part: ScalePart = {
    name: 'things',
    unit: 'things',
    points: [1, 2, 3],
    measure: async count => {
      if (count === 3) throw new Error('the machine is full');
      return pointOf(count);
    },
  };
  const saved: string[] = [];
  const running = runScale(['things'], undefined, options, result => saved.push(JSON.stringify(result)), [part]);
  await t.rejects(running, { message: 'the machine is full' });
  t.same(
    saved.map(text => JSON.parse(text)),
    [
      { part: 'things', points: [pointOf(1)] },
      { part: 'things', points: [pointOf(1), pointOf(2)] },
    ],
  );
});

test('refuses the name of a curve that does not exist', async t => {
  await t.rejects(
    runScale(['thing'], undefined, options, () => undefined),
    {
      message: "'thing' is none of orders, projects, connections, processes, cluster",
    },
  );
});
