/**
 * Long writes that arrive together are composed in different turns of the event loop, so that other requests can run.
 */
import { setImmediate } from 'node:timers/promises';
import { type Test, test } from '../../support/tap.js';
import { createResource, updateResource } from '../../../src/engine/commit/pipeline.js';
import type { Engine } from '../../../src/engine/Engine.js';
import type { ResourceRequest, Response } from '../../../src/engine/ResourceRequest.js';
import { orderDraft } from '../../support/drafts.js';
import { startQuayside } from '../../support/quayside.js';
import { ApiError } from '../../../src/base/errors/ApiError.js';
import { applyActions } from '../../../src/engine/commit/apply.js';
import type { ParsedAction } from '../../../src/engine/commit/parseBody.js';
import { limitWork } from '../../../src/base/shedding/boundedWork.js';
import { threadCpuMs } from '../../../src/base/shedding/clocks.js';

const quayside = await startQuayside();
const { services } = quayside;
const writes = 20;
const lineItems = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    name: { en: `Item ${at}` },
    quantity: 1,
    variant: { sku: `SKU-${at}`, attributes: [{ name: 'colour', value: `colour ${at}` }] },
    price: { value: { currencyCode: 'EUR', centAmount: 1_000 } },
  }));

/** Returns the engine, and the turn of the event loop of each commit. */
const startRecording = (t: Test) => {
  const commitTurns: number[] = [];
  let turn = 0;
  const abort = new AbortController();
  t.teardown(() => abort.abort());
  const count = async (): Promise<void> => {
    for (; !abort.signal.aborted; turn++) await setImmediate();
  };
  void count();
  const { engine } = services;
  const store: Engine['store'] = {
    ...engine.store,
    commit: changeSet => {
      commitTurns.push(turn);
      return engine.store.commit(changeSet);
    },
  };
  return { engine: { ...engine, store }, commitTurns };
};

const requestOf = (projectKey: string, body: object): ResourceRequest => ({
  projectKey,
  resourceType: services.engine.resourceTypes.get('order')!,
  creation: 'import',
  query: new URLSearchParams(),
  body: Buffer.from(JSON.stringify(body)),
  client: {},
});

const idOf = ({ body }: Response): string => (JSON.parse(String(body)) as { id: string }).id;

test('composes imports of long orders in different turns of the event loop', async t => {
  const { projectKey } = await quayside.project();
  const { engine, commitTurns } = startRecording(t);
  const request = requestOf(projectKey, orderDraft({ lineItems: lineItems(500) }));
  await Promise.all(Array.from({ length: writes }, () => createResource(engine, request)));
  t.equal(commitTurns.length, writes);
  t.equal(new Set(commitTurns).size, writes);
});

test('applies and composes updates of long orders in different turns of the event loop', async t => {
  const { projectKey } = await quayside.project();
  const { engine, commitTurns } = startRecording(t);
  const order = requestOf(projectKey, orderDraft({ lineItems: lineItems(500) }));
  const ids = (await Promise.all(Array.from({ length: writes }, () => createResource(engine, order)))).map(idOf);
  commitTurns.length = 0;
  const update = { version: 1, actions: [{ action: 'changeOrderState', orderState: 'Complete' }] };
  await Promise.all(
    ids.map(id => updateResource(engine, { ...requestOf(projectKey, update), locator: { field: 'id', value: id } })),
  );
  t.equal(commitTurns.length, writes);
  t.equal(new Set(commitTurns).size, writes);
});

test('composes imports of short orders in one turn', async t => {
  const { projectKey } = await quayside.project();
  const { engine, commitTurns } = startRecording(t);
  const request = requestOf(projectKey, orderDraft({ lineItems: lineItems(1) }));
  await Promise.all(Array.from({ length: writes }, () => createResource(engine, request)));
  t.ok(new Set(commitTurns).size < writes, 'short work waits for no turn');
});

/** Creates actions that each take 5 ms of processor time, and counts those that were applied. */
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
