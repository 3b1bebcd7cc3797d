/** Long writes of one moment are composed in different turns of the event loop, so that other requests run in between. */
import { setImmediate } from 'node:timers/promises';
import { type Test, test } from '../../support/tap.js';
import { createResource, updateResource } from '../../../src/engine/commit/pipeline.js';
import type { Engine } from '../../../src/engine/Engine.js';
import type { ResourceRequest, Response } from '../../../src/engine/ResourceRequest.js';
import { orderDraft } from '../../support/drafts.js';
import { startQuayside } from '../../support/quayside.js';

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

/** The engine, and the turn of the event loop of each commit. */
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
    ids.map(id => updateResource(engine, { ...requestOf(projectKey, update), address: { field: 'id', value: id } })),
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
