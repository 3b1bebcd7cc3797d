/** `quayside project compress`, beside servers that write. */
import { randomUUID } from 'node:crypto';
import { test } from '../support/tap.js';
import { seedOrders } from '../../src/seed/seedOrders.js';
import { keys } from '../../src/store/keys.js';
import { orderDraft } from '../support/drafts.js';
import { startQuayside } from '../support/quayside.js';
import { runHere } from '../support/runHere.js';
import { sdkOf } from '../support/sdk.js';

const quayside = await startQuayside();
const { redis, store } = quayside.services;

const ordersCount = 150;

const openShop = async () => {
  const credentials = await quayside.project();
  const { projectKey } = credentials;
  await seedOrders(quayside.services, { projectKey, orders: ordersCount, seed: 1 });
  const ids = await redis.zrange(keys.ids(projectKey, 'order'), 0, -1);
  return {
    projectKey,
    ids,
    sdk: sdkOf(quayside, credentials),
    bodies: () => store.bodies(projectKey, 'order', ids),
    compressedCount: async () => {
      const stored = await Promise.all(ids.map(id => redis.getBuffer(keys.body(projectKey, 'order', id))));
      return stored.filter(each => each?.[0] === 2).length;
    },
  };
};

const report = (converted: number): string =>
  `order\t${converted} of ${ordersCount} converted\ncart\t0 of 0 converted\n`;

test('stores all orders plain, and compressed again, with the same bytes for clients', async t => {
  const { projectKey, bodies, compressedCount } = await openShop();
  const before = await bodies();
  t.equal(await compressedCount(), ordersCount, 'COMPRESS_BODIES is on by default');
  const compress = (...options: string[]) => runHere(['project', 'compress', projectKey, ...options]);
  for (const [options, converted, compressed] of [
    [['--undo'], ordersCount, 0],
    [['--undo'], 0, 0],
    [[], ordersCount, ordersCount],
    [[], 0, ordersCount],
  ] as const) {
    t.same(await compress(...options), { code: 0, stdout: report(converted), stderr: '' });
    t.equal(await compressedCount(), compressed);
    t.strictSame(await bodies(), before);
  }
});

test('loses no update that servers write meanwhile', async t => {
  const { projectKey, ids, sdk, compressedCount } = await openShop();
  let isRunning = true;
  const update = async (id: string): Promise<number> => {
    let version = 1;
    while (isRunning) {
      const { body } = await sdk
        .orders()
        .withId({ ID: id })
        .post({ body: { version, actions: [{ action: 'setPurchaseOrderNumber', purchaseOrderNumber: randomUUID() }] } })
        .execute();
      version = body.version;
    }
    return version;
  };
  const updates = ids.slice(0, 8).map(update);
  for (const undo of [['--undo'], [], ['--undo'], []])
    t.equal((await runHere(['project', 'compress', projectKey, ...undo])).code, 0);
  isRunning = false;
  const versions = await Promise.all(updates);
  t.ok(versions.every(version => version > 1));
  const found = await Promise.all(ids.slice(0, 8).map(id => sdk.orders().withId({ ID: id }).get().execute()));
  t.same(
    found.map(({ body }) => body.version),
    versions,
  );
  t.ok((await compressedCount()) >= ordersCount - 8);
});

test('searches orders by a predicate, updates and verifies them where they are compressed', async t => {
  const { projectKey, ids, sdk } = await openShop();
  const { body: imported } = await sdk
    .orders()
    .importOrder()
    .post({ body: orderDraft({ orderNumber: 'after' }) })
    .execute();
  const [id = ''] = ids;
  const { body: order } = await sdk.orders().withId({ ID: id }).get().execute();
  const sku = order.lineItems[0]?.variant.sku ?? '';
  const { body: page } = await sdk
    .orders()
    .get({ queryArgs: { where: `id = "${id}" and lineItems(variant(sku = "${sku}"))` } })
    .execute();
  t.strictSame(page.results, [order]);
  const { body: changed } = await sdk
    .orders()
    .withId({ ID: id })
    .post({
      body: {
        version: order.version,
        actions: [
          { action: 'setCustomerEmail', email: 'new@example.com' },
          { action: 'addDelivery', items: [], parcels: [] },
        ],
      },
    })
    .execute();
  t.equal(changed.customerEmail, 'new@example.com');
  t.strictSame((await sdk.orders().withId({ ID: id }).get().execute()).body, changed);
  t.equal((await sdk.orders().withOrderNumber({ orderNumber: 'after' }).get().execute()).body.id, imported.id);
  t.match(await runHere(['verify', '--project', projectKey]), { code: 0, stdout: /Everything agrees\.\n$/ });
});

test('refuses an unknown project', async t => {
  t.same(await runHere(['project', 'compress', 'no-such-project']), {
    code: 1,
    stdout: '',
    stderr: "The project 'no-such-project' was not found.\n",
  });
});
