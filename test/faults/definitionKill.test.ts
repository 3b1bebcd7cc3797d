/** Servers are killed while products follow their product type; another one completes what they began. */
import { test } from '../support/tap.js';
import { definitionChanges, listNotes } from '../../src/jobs/notedJobs.js';
import { verifyStoredData } from '../../src/jobs/verification/verifyStoredData.js';
import { createResource } from '../../src/engine/commit/pipeline.js';
import { attributeDraft, newKey, productDraft, productTypeDraft } from '../support/drafts.js';
import type { Resource } from '../support/resourceApi.js';
import { waitUntil } from '../support/waitUntil.js';
import { startKillable } from './killableServer.js';

const { services, projectKey, base, startServer } = await startKillable();
const { engine, store } = services;
const count = 800;
const atOnce = 50;
const plain = (key: string) => ({ key, label: key });

const create = async (typeId: string, draft: object): Promise<Resource> => {
  const resourceType = engine.resourceTypes.get(typeId)!;
  const body = Buffer.from(JSON.stringify(draft));
  const request = { projectKey, resourceType, body, query: new URLSearchParams(), client: {} };
  return JSON.parse(Buffer.from((await createResource(engine, request)).body!).toString()) as Resource;
};

test('products follow changed definitions although each server is killed in the middle', async t => {
  const type = await create(
    'product-type',
    productTypeDraft([attributeDraft('kind', { name: 'enum', values: [plain('a'), plain('b')] })]),
  );
  const attributes = [{ name: 'kind', value: 'a' }];
  const draft = () => productDraft({ id: type.id }, { masterVariant: { sku: newKey('sku'), attributes } });
  const ids: string[] = [];
  for (let at = 0; at < count; at += atOnce)
    ids.push(
      ...(await Promise.all(Array.from({ length: atOnce }, () => create('product', draft())))).map(({ id }) => id),
    );
  const hasNotes = async () => (await listNotes(store, projectKey, definitionChanges)).length > 0;
  const versions = async () =>
    (await store.bodies(projectKey, 'product', ids)).map(body => (JSON.parse(body!.toString()) as Resource).version);
  const rewritten = async () => (await versions()).filter(version => version > 1).length;

  const first = await startServer();
  const actions = [
    { action: 'changeEnumKey', attributeName: 'kind', key: 'a', newKey: 'z' },
    { action: 'changeAttributeName', attributeName: 'kind', newAttributeName: 'sort' },
  ];
  t.equal(
    (await first.http.send('POST', `${base}/product-types/${type.id}`, { body: { version: 1, actions } })).status,
    200,
  );
  await waitUntil(async () => (await rewritten()) > 0);
  await first.kill();
  const left = count - (await rewritten());
  t.equal(await hasNotes(), true, `${left} products are still to follow`);
  const second = await startServer();
  await waitUntil(async () => !(await hasNotes()));
  await second.kill();

  t.same(new Set(await versions()), new Set([2]), 'each is rewritten once');
  const found = (await store.bodies(projectKey, 'product', ids)).map(body => body!.toString());
  t.same(
    found.filter(body => !body.includes('{"name":"sort","value":{"key":"z","label":"a"}}') || body.includes('"kind"')),
    [],
  );
  t.same((await verifyStoredData(services, projectKey)).differences, []);
});
