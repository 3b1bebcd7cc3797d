import type { Redis } from 'ioredis';
import { test } from '../support/tap.js';
import { startProject } from '../support/resourceApi.js';
import { assertError } from '../support/refusal.js';
import { limits } from '../../src/base/config/limits.js';
import { orderDraft, stateDraft } from '../support/drafts.js';
import { storeMany } from '../support/graphql.js';
import type { HttpResponse } from '../support/http.js';
import { startQuayside } from '../support/quayside.js';
import { monitorCommands, startOwnServer } from '../support/startOwnServer.js';
import { waitUntil } from '../support/waitUntil.js';

const { http, projectKey, quayside, credentials } = await startProject();
const orders = `/${projectKey}/orders`;

/** Each character has three bytes in UTF-8. */
const text = '€'.repeat(65_000);
const fields = [
  'title',
  'firstName',
  'lastName',
  'streetName',
  'streetNumber',
  'additionalStreetInfo',
  'postalCode',
  'city',
  'region',
  'state',
  'company',
  'department',
  'building',
  'apartment',
  'phone',
  'mobile',
  'email',
  'fax',
];
const longAddress = { country: 'DE', ...Object.fromEntries(fields.map(field => [field, text])) };

test('refuses an update that would make an order larger than 16 MB (LIM011, ERR030, error.0bcfb)', async t => {
  const itemShippingAddresses = Array.from({ length: 4 }, (_, at) => ({ ...longAddress, key: `address-${at}` }));
  const created = await http.send('POST', `${orders}/import`, { body: orderDraft({ itemShippingAddresses }) });
  t.equal(created.status, 201, created.text.slice(0, 300));
  const { id } = created.json as { id: string };
  const refused = await http.send('POST', `${orders}/${id}`, {
    body: { version: 1, actions: [{ action: 'setShippingAddress', address: longAddress }] },
  });
  t.equal(refused.status, 400);
  assertError(t, refused.json, 'ResourceSizeLimitExceeded', {
    message: /^The resource size exceeds the maximal allowed size of 16 MB: it would have \d+ bytes/,
  });
  t.equal((await http.send('GET', `${orders}/${id}`)).text, created.text);
});

test('refuses a body of more than 16 MB before it has arrived (LIM011)', async t => {
  const token = await quayside.token(credentials);
  const head =
    `POST ${orders}/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n` +
    'Content-Type: application/json\r\nContent-Length: 17825792\r\n\r\n';
  // The server closes the connection; a client that still writes may notice that before it has read the response.
  const response = await quayside.http.raw(`${head}${' '.repeat(16_777_217)}`);
  t.match(response, /^HTTP\/1\.1 413 /);
  assertError(t, JSON.parse(response.slice(response.indexOf('\r\n\r\n'))), 'RequestBodyTooLarge', {
    message: 'The request body is larger than 16777216 bytes: it has 17825792.',
  });
});

test('reads long resources completely', async t => {
  const states = `/${projectKey}/states`;
  const lengthOf = (body: string): number => Buffer.byteLength(body);
  const ofLength = async (name: string) =>
    (await http.send('POST', states, { body: stateDraft({ name: { en: name } }) })).text;
  // All keys have the same length.
  const bare = lengthOf(await ofLength('a')) - 1;
  for (const bytes of [limits.readStartBytes - 1, limits.readStartBytes, limits.readStartBytes + 1]) {
    const body = await ofLength('a'.repeat(bytes - bare));
    t.equal(lengthOf(body), bytes);
    const { id, key } = JSON.parse(body) as { readonly id: string; readonly key: string };
    t.equal((await http.send('GET', `${states}/${id}`)).text, body);
    t.equal((await http.send('GET', `${states}/key=${key}`)).text, body);
  }
  t.equal((await http.send('GET', `${states}/none`)).status, 404);
});

const redis = (await startOwnServer([])) as Redis;
const ownServer = await startQuayside({ REDIS_URL: `redis://127.0.0.1:${redis.options.port}` });
const ownProject = await ownServer.project();
const ownHttp = ownServer.http.as(await ownServer.token(ownProject));
const ownOrders = `/${ownProject.projectKey}/orders`;
const longText = 'x'.repeat(65_000);
const longFields = [
  'title',
  'firstName',
  'lastName',
  'streetName',
  'streetNumber',
  'additionalStreetInfo',
  'postalCode',
  'city',
  'region',
  'state',
  'company',
  'department',
  'building',
  'apartment',
  'phone',
];
const address = { country: 'DE', ...Object.fromEntries(longFields.map(field => [field, longText])) };
/** About 9.8 MB each, so that fourteen exceed the limit of a page. */
const order = {
  orderState: 'Complete',
  totalPrice: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 1_000, fractionDigits: 2 },
  lineItems: [],
  itemShippingAddresses: Array.from({ length: 10 }, (_, at) => ({ ...address, key: `a${at}` })),
};

/** Returns how many bodies each command reads at once while `use` runs. */
const bodyCountsOfReads = async (use: () => Promise<void>): Promise<number[]> => {
  const counts: number[] = [];
  let isOver = false;
  const stopMonitor = await monitorCommands(redis, ([name, ...args]) => {
    if (name === 'mget' || name === 'get') counts.push(args.filter(key => key.includes(':order:b:')).length);
    else if (name === 'echo') isOver = true;
  });
  await use();
  await redis.echo('over');
  await waitUntil(() => isOver);
  stopMonitor();
  return counts.filter(count => count > 0);
};

const readPage = (query: string): Promise<HttpResponse> => ownHttp.send('GET', `${ownOrders}?${query}`);

test('refuses a page that would not fit into memory, and serves smaller ones (GEN041)', async t => {
  for (let count = 0; count < 14; count++) await storeMany(ownServer, ownProject.projectKey, 'order', [order]);
  const refused = async (query: string): Promise<void> => {
    const { status, json } = await readPage(`limit=20${query}`);
    t.equal(status, 400, query);
    assertError(t, json, 'InvalidInput', {
      message: 'The page would be longer than 134217728 bytes. Ask for fewer results with limit.',
    });
  };
  // Three bodies together are shorter than 32 MiB, four are longer.
  t.same(await bodyCountsOfReads(() => refused('')), [3, 3, 3, 3, 2], 'a page of one index');
  t.same(
    await bodyCountsOfReads(() => refused(`&where=${encodeURIComponent('country is not defined')}`)),
    [3, 3, 3, 3, 2],
    'a page of candidates',
  );
  t.same(
    await bodyCountsOfReads(() => refused('&sort=totalPrice.centAmount')),
    [3, 3, 3, 3, 2, 3, 3, 3, 3, 2],
    'a page in an order without an index reads all candidates, then the page',
  );
  t.same(
    await bodyCountsOfReads(async () => {
      t.equal((await readPage('limit=2')).status, 200);
    }),
    [2],
    'a shorter page',
  );
});
