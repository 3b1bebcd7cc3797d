import { randomUUID } from 'node:crypto';
import { test } from '../support/tap.js';
import { errorEntry } from '../../src/base/errors/ApiError.js';
import { targetById } from '../../src/store/target.js';
import { bodyCounts, observedStore } from './observedStore.js';
import { commitRefusal, writeOf } from '../support/store.js';

/** Sends a commit that is refused, and once more while the project is busy; resolves to the bodies of each call. */
const sendRefusedTwice = async (
  { store, changeSet, calls }: ReturnType<typeof observedStore>,
  refused: () => Promise<void>,
): Promise<number[]> => {
  const other = (): Promise<void> => store.commit(changeSet([writeOf(randomUUID())]));
  calls.length = 0;
  const first = other();
  await commitRefusal(refused());
  await Promise.all([first, commitRefusal(refused()), ...Array.from({ length: 5 }, other)]);
  return bodyCounts(calls);
};

test('sends commits by themselves that check a count for which one was refused', async t => {
  const bench = observedStore();
  const { store, changeSet } = bench;
  const use = (): Promise<void> =>
    store.commit({
      ...changeSet([]),
      counts: [{ name: 'code', max: 1, refusal: errorEntry('InvalidOperation', { message: 'used up' }) }],
    });
  await use();
  const target = randomUUID();
  await store.commit(changeSet([writeOf(target)]));
  await store.commit(changeSet([], new Map([[targetById('thing', target), 1]])));
  const remove = (): Promise<void> =>
    store.commit(changeSet([writeOf(target, { expectedVersion: 1, body: undefined, unreferenced: true })]));
  const cases = [
    { refused: use, expected: [1, 1, 5, 0] },
    { refused: remove, expected: [2, 1, 5, 1] },
  ];
  for (const { refused, expected } of cases) {
    let counts: number[] = [];
    // A refusal is remembered for a second; a busy machine may take longer.
    for (let attempt = 0; attempt < 20 && counts.join() !== expected.join(); attempt++)
      counts = await sendRefusedTwice(bench, refused);
    t.same(counts, expected, 'the others of the batch are not sent again');
  }
});
