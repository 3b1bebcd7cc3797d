/** Bodies that are damaged in Redis: lists leave them out, a read of one names it, and verification reports it. */
import { test } from '../support/tap.js';
import { logDamagedBodies } from '../../src/store/damagedBodies.js';
import { keys } from '../../src/store/keys.js';
import { verifyStoredData } from '../../src/jobs/verification/verifyStoredData.js';
import { startGraphql } from '../support/graphql.js';
import { newKey, referenceTo } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { freeMetricsPort, scrape } from '../support/metrics.js';
import type { Resource } from '../support/resourceApi.js';
import { startOwnRedis } from '../support/startOwnRedis.js';

const port = await freeMetricsPort();
// The cache is too small for a resource: a worker would write a cached resource whole again.
const settings = { METRICS_PORT: port, RESOURCE_CACHE_BYTES_MAX: '1', REDIS_URL: (await startOwnRedis()).url };
const { quayside, projectKey, http, base, createIn, resourcesAt, ask } = await startGraphql(settings);
const { create } = resourcesAt('carts');
const { redis } = quayside.services;

/** Collects the log lines of this thread, which is also the front thread of the server. */
const logged: Record<string, unknown>[] = [];
logDamagedBodies({ error: (fields: unknown) => void logged.push(fields as Record<string, unknown>) });

const address = (city: string): object => ({ country: 'DE', city, lastName: 'x'.repeat(40) });
const longCart = (): object => ({
  itemShippingAddresses: Array.from({ length: 12 }, (_, at) => ({ ...address(`City ${at}`), key: `a${at}` })),
});

/** Functions that damage the stored bytes; null stands for a key of another Redis type. */
const damages: readonly (readonly [name: string, draft: object, (stored: Buffer) => Buffer | null])[] = [
  ['without its last byte', {}, stored => stored.subarray(0, -1)],
  ['cut in the middle', {}, stored => stored.subarray(0, stored.length / 2)],
  [
    'cut behind an object inside',
    { shippingAddress: { country: 'DE', lastName: 'Weber' } },
    stored => {
      const at = stored.indexOf('"lastName"');
      return stored.subarray(0, stored.indexOf('}', at) + 1);
    },
  ],
  ['cut to nothing', {}, () => Buffer.alloc(0)],
  ['of random bytes', {}, stored => Buffer.from(stored.map((byte, at) => (byte * 31 + at * 17) % 256))],
  ['of another resource', {}, stored => Buffer.from(stored.toString().replace(/"id":"[^"]*"/, '"id":"another"'))],
  ['of another type of Redis', {}, () => null],
  ['compressed and cut', longCart(), stored => stored.subarray(0, -20)],
  [
    'compressed, with a wrong block',
    longCart(),
    stored => Buffer.concat([stored.subarray(0, 910), Buffer.alloc(99, 255)]),
  ],
];

const damage = async ({ id }: Resource, change: (stored: Buffer) => Buffer | null): Promise<void> => {
  const key = keys.body(projectKey, 'cart', id);
  const changed = change((await redis.getBuffer(key))!);
  await redis.del(key);
  await (changed === null ? redis.hset(key, 'a', 'b') : redis.set(key, changed));
};

const refusal = (id: string) => ({
  statusCode: 500,
  message: `The stored cart with ID '${id}' is damaged. It has to be restored from a backup.`,
});

const idsOf = ({ status, json, text }: { status: number; json: unknown; text: string }): string[] => {
  if (status !== 200) throw new Error(text);
  return (json as { results: Resource[] }).results.map(({ id }) => id);
};

for (const [name, draft, change] of damages)
  test(`lists leave out a body ${name}, a read of it is refused with its id, and verification reports it`, async t => {
    // Short texts keep the body from being compressed.
    const shortKey = (): string => newKey('').slice(0, 12);
    const customerEmail = `${shortKey()}@example.com`;
    const [whole, damaged] = [
      await create({ currency: 'EUR', customerEmail }),
      await create({ currency: 'EUR', customerEmail, key: shortKey(), ...draft }),
    ];
    await damage(damaged, change);
    const where = encodeURIComponent(`customerEmail="${customerEmail}"`);
    const scanned = encodeURIComponent(`customerEmail="${customerEmail}" and version > 0`);
    const named = encodeURIComponent(`id in ("${whole.id}", "${damaged.id}")`);
    const queries = [
      `where=${where}`,
      `where=${where}&sort=lastModifiedAt`,
      `where=${scanned}`,
      `where=${named}`,
      `where=${where}&sort=country`,
      `where=${where}&expand=customerGroup`,
    ];
    for (const query of queries) t.same(idsOf(await http.send('GET', `${base}/carts?${query}`)), [whole.id], query);
    matchWhole(t, (await http.send('GET', `${base}/carts?where=${where}`)).json, { count: 1, total: 2 });
    t.same(idsOf(await http.send('GET', `${base}/carts?where=${encodeURIComponent(`id="${damaged.id}"`)}`)), []);
    for (const [method, path, body] of [
      ['GET', damaged.id],
      ['GET', `key=${String(damaged.key)}`],
      ['GET', `${damaged.id}?expand=customerGroup`],
      ['DELETE', `${damaged.id}?version=1`],
      ['POST', damaged.id, { version: 1, actions: [{ action: 'setCountry', country: 'DE' }] }],
    ] as const) {
      const { status, json } = await http.send(method, `${base}/carts/${path}`, body && { body });
      t.equal(status, 500, `${method} ${path}`);
      matchWhole(t, json, refusal(damaged.id));
    }
    const { data, errors } = await ask(
      `{ carts(where: ${JSON.stringify(`customerEmail="${customerEmail}"`)}) { count total results { id } } }`,
    );
    t.same(errors, undefined);
    t.same(data, { carts: { count: 1, total: 2, results: [{ id: whole.id }] } });
    const one = await ask(`{ cart(id: "${damaged.id}") { id } }`);
    t.equal(one.errors?.[0]?.message, refusal(damaged.id).message);
    const { differences } = await verifyStoredData(quayside.services, projectKey);
    t.ok(
      change(Buffer.alloc(9)) === null ||
        differences.some(({ kind, subject }) => kind === 'body' && subject === `cart/${damaged.id}`),
      JSON.stringify(differences),
    );
    t.same(
      logged.splice(0).map(({ err: _err, ...fields }) => fields),
      [{ projectKey, typeId: 'cart', resourceId: damaged.id }],
      'logged once',
    );
    await redis.del(keys.body(projectKey, 'cart', damaged.id));
  });

test('an expansion leaves a reference to a damaged resource as it is', async t => {
  const group = await createIn('customer-groups', { groupName: newKey() });
  const cart = await create({ currency: 'EUR', customerGroup: referenceTo('customer-group', group) });
  const key = keys.body(projectKey, 'customer-group', group.id);
  await redis.set(key, (await redis.getBuffer(key))!.subarray(0, -1));
  const { status, json } = await http.send('GET', `${base}/carts/${cart.id}?expand=customerGroup`);
  t.equal(status, 200);
  t.same((json as Resource).customerGroup, referenceTo('customer-group', group));
});

test('a metric counts the reads of damaged bodies', async t => {
  const [count] = /^quayside_damaged_bodies_total\{thread="front"\} \d+$/m.exec(await scrape(port)) ?? [];
  t.match(count, / [1-9]\d*$/);
});
