/** Update actions that each walk a whole resource. */
import { test } from 'tap';
import { applyActions } from '../../../src/engine/commit/applyActions.js';
import type { ParsedAction } from '../../../src/engine/commit/parseActions.js';
import { boundedWork, limitWork } from '../../../src/shedding/boundedWork.js';
import { threadCpuMs } from '../../../src/shedding/threadCpuMs.js';
import { refusalOf } from '../../support/refusal.js';

/** Actions of which each takes 5 ms of processor time; counts those that were applied. */
const slowActions = (count: number) => {
  let applied = 0;
  const apply = () => {
    const endMs = threadCpuMs() + 5;
    while (threadCpuMs() < endMs);
    applied++;
    return { set: {} };
  };
  const actions = Array.from({ length: count }, (_, at) => ({
    compiled: { action: { apply } },
    payload: {},
    at: `actions[${at}]`,
  })) as unknown as ParsedAction[];
  return { actions, applied: () => applied };
};

const run = (actions: readonly ParsedAction[]) =>
  refusalOf(() => applyActions({} as never, { document: {}, resource: {} } as never, actions, {} as never));

test('ends an update whose actions together take too long, before the last of them', t => {
  limitWork(20);
  t.teardown(() => limitWork(Infinity));
  const { actions, applied } = slowActions(100);
  const message = 'The request takes more than 20 ms of computing without a pause. Ask for less in one request.';
  t.match(run(actions), { errors: [{ code: 'InvalidInput', message }] });
  t.ok(applied() < 100);
  t.end();
});

test('applies actions without a limit in commands and jobs', t => {
  limitWork(Infinity);
  const { actions, applied } = slowActions(10);
  t.equal(run(actions), undefined);
  t.equal(applied(), 10);
  boundedWork('change', () => t.equal(run(actions), undefined));
  t.end();
});
