/**
 * Writes the sample of the store of the current format, with `npm run sample`: resources of each type, made by the API
 * of this build, and the answers to queries for them. A sample that a release has written is never written again.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { definitions } from '../../../src/commerce/resources/index.js';
import { indexDelta } from '../../../src/engine/commit/indexDeltas.js';
import type { Base } from '../../../src/engine/define/Base.js';
import { storedLayout } from '../../../src/engine/define/storedLayout.js';
import { verifyStoredData } from '../../../src/jobs/verification/verifyStoredData.js';
import { currentFormat } from '../../../src/store/storedFormat.js';
import { createSample, hasSample } from '../../support/createSample.js';
import { createType, fieldDefinition, orderDraft, referenceTo } from '../../support/drafts.js';
import { startQuayside } from '../../support/quayside.js';
import { createQuoteFromCart } from '../../support/quotes.js';
import { changeProject, createProjectApi, type VersionedId } from '../../support/resourceApi.js';
import { type Sample, samples } from '../../support/samples.js';
import { searchOf } from '../../support/search.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';
import { test } from '../../support/tap.js';
import { waitUntil } from '../../support/waitUntil.js';
import { dumpStore } from './dump.js';
import { idsOf, knownTypes, type SampleRequest, sampleLayout, samplePath } from './sample.js';

const projectKey = 'sample';
const quayside = await startQuayside({ REDIS_URL: (await startOwnRedis()).url });
const { services } = quayside;
const credentials = await quayside.project({ key: projectKey });
const api = await createProjectApi(quayside, credentials);
const { http } = api;

/** Leaves out keys that a server does not need: expiring keys, jobs, and search documents and indexes. */
const isLeftOut = (key: string): boolean =>
  /^\{quayside:jobs\}|^quayside:(commits|endings|writes)|\/search-|^(idx|ft|nm|tag|geo):/.test(key) ||
  /^\{[^}]*\}:(token|access|scopes?|commits|rate|ended|refresh|stamp|[a-z-]+:search:(lease|job))/.test(key);

/** The samples of these types have customers that are stored without their lists. */
const quoteTypes: readonly string[] = ['quote-request', 'staged-quote', 'quote'];

const createAll = async (): Promise<void> => {
  for (const { typeId, path } of definitions) {
    if (!hasSample(typeId) || quoteTypes.includes(typeId)) continue;
    await createSample(api, typeId);
    const { id, version } = await createSample(api, typeId);
    const body = { version, actions: [(samples[typeId] as Sample).updateAction] };
    const updated = await http.send('POST', `/${projectKey}/${path}/${id}`, { body });
    if (updated.status !== 200 && updated.status !== 404 && updated.status !== 405)
      console.log(`${typeId} was not updated: ${updated.text}`);
  }
};

const createOrders = async (): Promise<void> => {
  const definition = fieldDefinition('code', { name: 'String' });
  const { id } = await createType<{ readonly id: string }>(api.createIn, ['order'], [definition]);
  for (const code of ['red', 'green', 'red'])
    await api.createIn(
      'orders/import',
      orderDraft({ custom: { type: { typeId: 'type', id }, fields: { code } } } as never),
    );
  await changeProject(quayside, credentials, {
    action: 'setCustomFieldIndexes',
    customFieldIndexes: [{ typeId: 'order', name: 'code' }],
  });
  await waitUntil(async () => (await services.fieldIndexes.states(projectKey)).some(({ isComplete }) => isComplete));
};

/** Creates data that no sample has: a custom object, an own expiry, a used payment and a published product. */
const createOthers = async (): Promise<void> => {
  await api.createIn('custom-objects', { container: 'settings', key: 'colours', value: { red: 1 } });
  const days = { currency: 'EUR', deleteDaysAfterLastModification: 300 };
  const cart = await api.createIn('carts', days);
  const payment = await api.createIn('payments', { amountPlanned: { currencyCode: 'EUR', centAmount: 100 } });
  await api.resourcesAt('carts').update(cart, { action: 'addPayment', payment: referenceTo('payment', payment) });
  const product = await createSample(api, 'product');
  await api.resourcesAt('products').update(product as VersionedId, { action: 'publish' });
};

const activateSearches = async (): Promise<void> => {
  for (const action of [
    { action: 'changeOrderSearchStatus', status: 'Activated' },
    { action: 'changeProductSearchIndexingEnabled', enabled: true, mode: 'ProductsSearch' },
    { action: 'changeCustomerSearchStatus', status: 'Activated' },
  ])
    await changeProject(quayside, credentials, action);
  for (const typeId of services.searches.keys()) await searchOf(quayside, credentials, typeId).settled();
};

const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<SampleRequest | undefined> => {
  const { status, json } = await http.send(method, `/${projectKey}/${path}`, body === undefined ? {} : { body });
  return status === 200 ? { method, path, ...(body !== undefined && { body }), ids: idsOf(json) } : undefined;
};

/** Returns the predicate for one value at a path, such as `lineItems(productId="…")`. */
const predicateOf = (path: string, value: string, holds: string): string => {
  const literal = holds === 'string' ? JSON.stringify(value) : value;
  const [last, ...before] = path.split('.').reverse();
  return before.reduce((inner, step) => `${step}(${inner})`, `${last}=${literal}`);
};

const query = (path: string, where?: string): Promise<SampleRequest | undefined> =>
  ask(
    'GET',
    `${path}?${new URLSearchParams({ sort: 'id asc', limit: '500', ...(where !== undefined && { where }) }).toString()}`,
  );

/** Returns a query for each type, and one for each of its indexes with the value of one resource. */
const queriesOf = async (typeId: string, path: string): Promise<(SampleRequest | undefined)[]> => {
  const all = await query(path);
  if (all === undefined) return [];
  const { indexes, unique } = services.engine.resourceTypes.get(typeId)!;
  const bodies = (await services.store.bodies(projectKey, typeId, all.ids)).map(
    body => JSON.parse(body!.toString()) as Base,
  );
  // A hashed index has no value that a query could name.
  const plain = [
    ...indexes.filter(({ hashed }) => !hashed),
    ...unique.map(field => ({ path: field, steps: [field], hashed: false, holds: 'string' as const })),
  ];
  const byIndex = plain.map(async index => {
    const value = bodies.map(body => indexDelta({ indexes: [index] }, undefined, body).added[0]?.value).find(Boolean);
    return value === undefined ? undefined : query(path, predicateOf(index.path, value, index.holds));
  });
  return [all, ...(await Promise.all(byIndex))];
};

const searchRequests = async (): Promise<(SampleRequest | undefined)[]> => {
  const {
    results: [order],
  } = (await http.send('GET', `/${projectKey}/orders?limit=1`)).json as { results: { orderNumber: string }[] };
  return Promise.all([
    ask('POST', 'orders/search', { query: { exact: { field: 'orderNumber', value: order!.orderNumber } } }),
    ask('POST', 'products/search', {
      query: { exists: { field: 'name', language: 'en' } },
      sort: [{ field: 'createdAt', order: 'asc' }],
    }),
    ask('POST', 'customers/search', {
      query: { exists: { field: 'email' } },
      sort: [{ field: 'createdAt', order: 'asc' }],
    }),
    query('orders', 'custom(fields(code="red"))'),
  ]);
};

const write = (name: Parameters<typeof samplePath>[1], text: string): void => {
  mkdirSync(new URL('.', samplePath(currentFormat, name)), { recursive: true });
  writeFileSync(samplePath(currentFormat, name), text);
};

const toText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

const layout = Object.fromEntries(storedLayout(services.engine.resourceTypes.values()));
const known = sampleLayout(currentFormat);
const exists = Object.keys(known).length > 0;

test(`adds new resource types to the sample of format ${currentFormat}`, { skip: !exists }, async t => {
  t.same(knownTypes(layout, known), known, 'a sample is written once: lists and indexes need a new format');
  if (t.passing()) write('layout.json', toText(layout));
});

test(`writes the sample of format ${currentFormat}`, { skip: exists }, async t => {
  const login = { email: 'ana@example.com', password: 'correct horse 1' };
  await createAll();
  const signedUp = await http.send('POST', `/${projectKey}/customers`, { body: login });
  const { customer } = signedUp.json as { readonly customer: { readonly id: string } };
  await createQuoteFromCart({ quayside, projectKey, create: api.createIn }, { customerId: customer.id });
  await createOrders();
  await createOthers();
  await activateSearches();
  const requests = [
    ...(await Promise.all(definitions.map(({ typeId, path }) => queriesOf(typeId, path)))).flat(),
    ...(await searchRequests()),
  ].filter(request => request !== undefined);
  t.same((await verifyStoredData(services, projectKey)).differences, []);
  write('store.jsonl', await dumpStore(services.redis, key => !isLeftOut(key)));
  write('answers.json', toText({ ...credentials, login, requests }));
  write('layout.json', toText(layout));
});
