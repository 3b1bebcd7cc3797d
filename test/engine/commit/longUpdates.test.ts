/** Update actions that each walk a whole resource. */
import { test } from '../../support/tap.js';
import { ApiError } from '../../../src/errors/ApiError.js';
import { applyActions } from '../../../src/engine/commit/applyActions.js';
import type { ParsedAction } from '../../../src/engine/commit/parseActions.js';
import { limitWork } from '../../../src/shedding/boundedWork.js';
import { threadCpuMs } from '../../../src/shedding/threadCpuMs.js';

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

const run = async (actions: readonly ParsedAction[]) => {
  try {
    const context = { project: { key: 'any' } };
    await applyActions({} as never, { document: {}, resource: {} } as never, actions, context as never);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.toBody();
  }
};

test('ends an update whose actions together take too long, before the last of them', async t => {
  limitWork(20);
  t.teardown(() => limitWork(Infinity));
  const { actions, applied } = slowActions(100);
  const message = 'The request takes more than 20 ms of computing. Ask for less in one request.';
  t.match(await run(actions), { errors: [{ code: 'InvalidInput', message }] });
  t.ok(applied() < 100);
});

test('applies actions without a limit in commands and jobs', async t => {
  limitWork(Infinity);
  const { actions, applied } = slowActions(10);
  t.equal(await run(actions), undefined);
  t.equal(applied(), 10);
});

test('lets other requests of the thread run between two actions', async t => {
  limitWork(Infinity);
  const { actions, applied } = slowActions(20);
  const appliedBefore: number[] = [];
  const other = setInterval(() => appliedBefore.push(applied()), 1);
  t.equal(await run(actions), undefined);
  clearInterval(other);
  t.ok(appliedBefore.length > 1 && appliedBefore.every(count => count < 20), appliedBefore.join(' '));
});
