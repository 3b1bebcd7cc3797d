/**
 * Measures queries with and without the index that serves them, and the memory of each index:
 *
 *   npm run build && node dist/bench/measureIndexes.js [orders]
 *
 * `not(not(…))` says the same as the predicate in it, but no index serves it.
 */
import { createResource } from '../src/engine/commit/pipeline.js';
import { customFieldIndex } from '../src/engine/define/customFieldIndex.js';
import { hashedValues } from '../src/engine/define/hashedValue.js';
import { fillNextBatch } from '../src/engine/indexes/fillIndexes.js';
import { parseQueryParameters } from '../src/engine/query/parseQueryParameters.js';
import { runQuery } from '../src/engine/query/runQuery.js';
import { required } from '../src/errors/required.js';
import { readConfig } from '../src/config/readConfig.js';
import { createProject } from '../src/projects/createProject.js';
import { orderDraft } from '../src/seed/orderDraft.js';
import { Random } from '../src/seed/Random.js';
import { createServiceOptions } from '../src/services/ServiceOptions.js';
import { openServices } from '../src/services/services.js';
import { keys } from '../src/store/keys.js';
import { resolveEncryptionKey } from '../src/store/resolveEncryptionKey.js';
import { StoredKeys } from '../src/store/StoredKeys.js';
import { mainThreadMicros } from './measure/cpu.js';
import { startBenchRedis } from './world/startBenchRedis.js';

const orders = Number(process.argv[2] ?? 10_000);
const rounds = 5;
const ordersAtOnce = 64;
const projectKey = 'indexes';
const fieldPath = 'custom.fields.code';

const redis = await startBenchRedis();
const config = readConfig({
  REDIS_URL: redis.url,
  QUERY_TIMEOUT_MS: '60000',
  ENCRYPTION_KEY: 'a key of thirty-two characters!!',
});
const services = await openServices(createServiceOptions(config, redis.url, resolveEncryptionKey(config)));
const { engine, store, fieldIndexes } = services;
const order = required(engine.resourceTypes.get('order'), 'the resource type of orders');

const create = async (typeId: string, draft: object, creation?: string): Promise<void> => {
  const resourceType = required(engine.resourceTypes.get(typeId), typeId);
  const body = Buffer.from(JSON.stringify(draft));
  await createResource(engine, { projectKey, resourceType, creation, query: new URLSearchParams(), body, client: {} });
};

/** Orders with two line items each, a tracking id of their own and one of `orders / 2` codes. */
const seed = async (): Promise<void> => {
  await createProject(services, { key: projectKey });
  const label = { en: 'Code' };
  const fieldDefinitions = [{ name: 'code', label, required: false, type: { name: 'String' } }];
  await create('type', { key: 'codes', name: label, resourceTypeIds: ['order'], fieldDefinitions });
  const random = new Random(1);
  const write = (number: number): Promise<void> => {
    const draft = orderDraft(random, 'I', number, orders);
    const parcels = [{ trackingData: { trackingId: `JJD00039090${number}` } }];
    const shippingInfo = { ...(draft.shippingInfo as object), deliveries: [{ parcels }] };
    const custom = { type: { typeId: 'type', key: 'codes' }, fields: { code: `CODE-${number % (orders / 2)}` } };
    return create('order', { ...draft, shippingInfo, custom }, 'import');
  };
  for (let first = 1; first <= orders; first += ordersAtOnce)
    await Promise.all(
      Array.from({ length: Math.min(ordersAtOnce, orders - first + 1) }, (_, offset) => write(first + offset)),
    );
};

/** Builds the index of the custom field as the job does, without its pauses; returns milliseconds. */
const buildFieldIndex = async (): Promise<number> => {
  await fieldIndexes.start(projectKey, { typeId: 'order', path: fieldPath });
  const [building] = await fieldIndexes.states(projectKey);
  const [storedKeys, indexes] = [new StoredKeys(services.redis), [customFieldIndex(fieldPath)]];
  const startMs = performance.now();
  for (let lastId: string | undefined = ''; lastId !== undefined; )
    lastId = (
      await fillNextBatch({ store, storedKeys, fieldIndexes, projectKey, typeId: 'order', indexes, building }, lastId)
    )?.lastId;
  await fieldIndexes.complete(projectKey, required(building, 'the index'));
  return performance.now() - startMs;
};

const query = async (where: string): Promise<number | undefined> => {
  const parsed = parseQueryParameters(new URLSearchParams({ where, limit: '20' }), []);
  return (await runQuery(engine, { resourceType: order, projectKey }, parsed)).total;
};

interface Cost {
  readonly total?: number;
  readonly nodeMs: number;
  readonly redisMs: number;
}

const measure = async (where: string): Promise<Cost> => {
  const pid = required(redis.nodes[0], 'a node of Redis').pid;
  const [cpuBefore, redisBefore] = [process.cpuUsage(), mainThreadMicros(pid) ?? 0];
  const total = await query(where);
  const { user, system } = process.cpuUsage(cpuBefore);
  return { total, nodeMs: (user + system) / 1e3, redisMs: ((mainThreadMicros(pid) ?? 0) - redisBefore) / 1e3 };
};

const median = (values: readonly number[]): string =>
  ([...values].sort((a, b) => a - b)[values.length >> 1] ?? 0).toFixed(2);

const formatCosts = (costs: readonly Cost[]): string =>
  `${median(costs.map(({ nodeMs }) => nodeMs))} | ${median(costs.map(({ redisMs }) => redisMs))}`;

const compare = async (name: string, where: string): Promise<void> => {
  const [indexed, scanned]: [Cost[], Cost[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    indexed.push(await measure(where));
    scanned.push(await measure(`not(not(${where}))`));
  }
  const [one, other] = [indexed[0]?.total, scanned[0]?.total];
  if (one !== other) throw new Error(`${name}: ${one} orders by the index, ${other} by the scan`);
  console.log(`| ${name} | ${one} | ${formatCosts(indexed)} | ${formatCosts(scanned)} |`);
};

/** Bytes of all lists of an index, per order. */
const bytesPerOrder = async (path: string, values?: readonly string[]): Promise<string> => {
  let bytes = 0;
  const lists =
    values?.map(value => keys.index(projectKey, 'order', path, value)) ??
    (await services.redis.keys(keys.index(projectKey, 'order', path, '*')));
  for (const list of lists) bytes += (await services.redis.memory('USAGE', list, 'SAMPLES', 0)) ?? 0;
  return `${lists.length} lists | ${(bytes / orders).toFixed(0)}`;
};

const all = await (async () => {
  await seed();
  const buildMs = await buildFieldIndex();
  console.log(`${orders} orders; the index of the custom field was built in ${buildMs.toFixed(0)} ms\n`);
  const first = parseQueryParameters(new URLSearchParams({ limit: '1' }), []);
  const { bodies } = await runQuery(engine, { resourceType: order, projectKey }, first);
  const sample = JSON.parse(required(bodies[0], 'an order').toString()) as {
    lineItems: [{ productId: string; variant: { sku: string } }];
  };
  const [{ productId, variant }] = sample.lineItems;
  return { productId, sku: variant.sku };
})();

console.log(
  '| query | orders found | Node ms | Redis ms | scan: Node ms | Redis ms |\n| --- | --- | --- | --- | --- | --- |',
);
await compare('SKU of a line item', `lineItems(variant(sku="${all.sku}"))`);
await compare('product of a line item', `lineItems(productId="${all.productId}")`);
await compare('tracking id', 'shippingInfo(deliveries(parcels(trackingData(trackingId="JJD000390907"))))');
await compare('custom field', 'custom(fields(code="CODE-7"))');
await compare('two indexed fields', 'orderState="Complete" and paymentState="Paid"');
await compare('two indexed fields, few in both', `paymentState="Failed" and lineItems(productId="${all.productId}")`);
console.log('\n| index | lists | bytes an order |\n| --- | --- | --- |');
console.log(`| lineItems.variant.sku | ${await bytesPerOrder('lineItems.variant.sku')} |`);
console.log(`| lineItems.productId | ${await bytesPerOrder('lineItems.productId')} |`);
const trackingPath = 'shippingInfo.deliveries.parcels.trackingData.trackingId';
console.log(`| trackingId | ${await bytesPerOrder(trackingPath, hashedValues())} |`);
console.log(`| ${fieldPath} | ${await bytesPerOrder(fieldPath, hashedValues())} |`);
await services.close();
await redis.stop();
process.exit(0);
