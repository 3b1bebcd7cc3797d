import type { Redis } from 'ioredis';
import { test } from '../support/tap.js';
import { storeMany } from '../support/graphql.js';
import type { HttpResponse } from '../support/http.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';
import { monitorCommands, startOwnServer } from '../support/startOwnServer.js';
import { waitUntil } from '../support/waitUntil.js';

const redis = (await startOwnServer([])) as Redis;
const quayside = await startQuayside({ REDIS_URL: `redis://127.0.0.1:${redis.options.port}` });
const project = await quayside.project();
const http = quayside.http.as(await quayside.token(project));
const orders = `/${project.projectKey}/orders`;
const text = 'x'.repeat(65_000);
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
];
const address = { country: 'DE', ...Object.fromEntries(fields.map(field => [field, text])) };
/** About 9.8 MB each, so that fourteen exceed the limit of a page. */
const order = {
  orderState: 'Complete',
  totalPrice: { type: 'centPrecision', currencyCode: 'EUR', centAmount: 1_000, fractionDigits: 2 },
  lineItems: [],
  itemShippingAddresses: Array.from({ length: 10 }, (_, at) => ({ ...address, key: `a${at}` })),
};

/** The numbers of bodies that commands read at once for the answer of `use`. */
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

const readPage = (query: string): Promise<HttpResponse> => http.send('GET', `${orders}?${query}`);

test('refuses a page that would not fit into memory, and serves smaller ones (GEN041)', async t => {
  for (let count = 0; count < 14; count++) await storeMany(quayside, project.projectKey, 'order', [order]);
  const refused = async (query: string): Promise<void> => {
    const { status, json } = await readPage(`limit=20${query}`);
    t.equal(status, 400, query);
    matchWhole(t, json, {
      errors: [
        {
          code: 'InvalidInput',
          message: 'The page would be longer than 134217728 bytes. Ask for fewer results with limit.',
        },
      ],
    });
  };
  // Three bodies have less than 32 MiB together, four have more.
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
