/** Adds the resources of earlier formats to indexes that they did not have. */
import { t as root, test } from '../support/tap.js';
import { createResource } from '../../src/engine/commit/pipeline.js';
import { signUp } from '../../src/resources/customer/commands/signUp.js';
import { readConfig } from '../../src/config/readConfig.js';
import { addItemIndexes, addPublishedAndEmailIndexes } from '../../src/migration/addIndexes.js';
import type { ConversionProgress } from '../../src/migration/FormatStep.js';
import { createProject } from '../../src/projects/createProject.js';
import { seedOrders } from '../../src/seed/seedOrders.js';
import { masterNodes } from '../../src/redis/masterNodes.js';
import { createServiceOptions } from '../../src/services/ServiceOptions.js';
import { openServices } from '../../src/services/services.js';
import { keys } from '../../src/store/keys.js';
import { resolveEncryptionKey } from '../../src/store/resolveEncryptionKey.js';
import { verifyStoredData } from '../../src/verify/verifyStoredData.js';
import { productDraft, productTypeDraft } from '../support/drafts.js';
import { startOwnRedis } from '../support/startOwnRedis.js';

const config = readConfig({ ENCRYPTION_KEY: 'a key for one test file, long enough' });
const { url } = await startOwnRedis();
const services = await openServices(createServiceOptions(config, url, resolveEncryptionKey(config)));
root.teardown(() => services.close());
const { redis } = services;
const projectKey = 'migrated';
await createProject(services, { key: projectKey });
const count = 430;
await seedOrders(services, { projectKey, orders: count, seed: 1 });
for (const node of masterNodes(redis))
  for (const key of await node.keys(keys.index(projectKey, 'order', 'lineItems.*', '*'))) await node.del(key);

test('adds all orders, also after an interruption', async t => {
  t.not((await verifyStoredData(services, projectKey)).counts.index, undefined, 'entries are missing');
  const parts = addItemIndexes.convert(services, projectKey, undefined)[Symbol.asyncIterator]();
  await parts.next();
  const { value } = await parts.next();
  t.match(value, { done: 200, total: count, cursor: /^order / });
  let done = 0;
  for await (const part of addItemIndexes.convert(services, projectKey, (value as { cursor: string }).cursor))
    ({ done } = part);
  t.equal(done, count - 200);
  const { counts, differences } = await verifyStoredData(services, projectKey);
  t.same([counts, differences], [{}, []]);
});

test('adds products and customers to the indexes by publication and by email', async t => {
  const create = async (typeId: string, draft: object): Promise<void> => {
    const resourceType = services.engine.resourceTypes.get(typeId)!;
    const body = Buffer.from(JSON.stringify(draft));
    await createResource(services.engine, { projectKey, resourceType, query: new URLSearchParams(), body, client: {} });
  };
  await create('product-type', productTypeDraft([], { key: 'jackets' }));
  for (const publish of [true, false]) await create('product', productDraft({ key: 'jackets' }, { publish }));
  await signUp(services, { projectKey, client: {} }, { email: 'Ana@example.com', password: 'correct horse 1' });
  const deleted = [
    keys.index(projectKey, 'product', 'masterData.published', '*'),
    keys.index(projectKey, 'customer', 'lowercaseEmail', '*'),
  ];
  for (const node of masterNodes(redis))
    for (const pattern of deleted) for (const key of await node.keys(pattern)) await node.del(key);
  t.strictSame((await verifyStoredData(services, projectKey)).counts, { index: 3 }, 'entries are missing');
  const parts: ConversionProgress[] = [];
  for await (const part of addPublishedAndEmailIndexes.convert(services, projectKey, undefined)) parts.push(part);
  t.match(parts, [
    { done: 2, cursor: /^product / },
    { done: 3, cursor: /^customer / },
  ]);
  const { counts, differences } = await verifyStoredData(services, projectKey);
  t.same([counts, differences], [{}, []]);
});

test('goes on with carts behind the last order', async t => {
  const cursors: string[] = [];
  for await (const { cursor } of addItemIndexes.convert(services, projectKey, 'cart 0')) cursors.push(cursor);
  t.same(cursors, []);
});
