/** Searches after orders were created, changed and deleted. */
import { test } from '../../support/tap.js';
import { listKeys } from '../../support/listKeys.js';
import type { Resource } from '../../support/resourceApi.js';
import { money, newKey } from '../../support/drafts.js';
import { openShop } from '../../support/shop.js';
import { startOrderSearch } from '../../support/search/startOrderSearch.js';
import { waitUntil } from '../../support/waitUntil.js';
import { matchWhole } from '../../support/matchWhole.js';

const shop = await startOrderSearch();
const { quayside, credentials, http, base } = shop;
await shop.activate();
const withEmail = (value: string) => ({ exact: { field: 'customerEmail', value } });
const finds = (query: object, ids: readonly string[]): Promise<void> =>
  waitUntil(async () => (await shop.found(query)).sort().join() === [...ids].sort().join());
const email = (): string => `${newKey('jo')}@example.com`;
const setEmail = (value: string) => ({ action: 'setCustomerEmail', email: value });
const remove = ({ id, version }: Resource, more = '') =>
  http.send('DELETE', `${base}/orders/${id}?version=${version}${more}`);

test('finds an order after creation and update, not after deletion (SEARCH007, SEARCH011)', async t => {
  const [first, second] = [email(), email()];
  const order = await shop.imported({ customerEmail: first });
  await finds(withEmail(first), [order.id]);
  const updated = await shop.update(order, setEmail(second));
  await finds(withEmail(second), [order.id]);
  await finds(withEmail(first), []);
  matchWhole(t, (await shop.search({ query: withEmail(second) })).hits, [{ id: order.id, version: updated.version }]);
  t.equal((await remove(updated)).status, 200);
  await finds(withEmail(second), []);
});

test('finds the last version of an order after many changes (SEARCH011)', async t => {
  const prefix = newKey('many');
  let order = await shop.imported({ customerEmail: `${prefix}-0` });
  for (let at = 1; at <= 50; at++) order = await shop.update(order, setEmail(`${prefix}-${at}`));
  await finds(withEmail(`${prefix}-50`), [order.id]);
  t.same(await shop.found({ prefix: { field: 'customerEmail', value: prefix } }), [order.id]);
  matchWhole(t, (await shop.search({ query: withEmail(`${prefix}-50`) })).hits, [
    { id: order.id, version: order.version },
  ]);
  for (const at of [0, 1, 25, 49]) t.same(await shop.found(withEmail(`${prefix}-${at}`)), [], `${at}`);
});

test('finds an order that was created from a cart (SEARCH011)', async t => {
  const selling = await openShop(shop);
  const sku = selling.newSku();
  await selling.product(sku, 1_200);
  const cart = await selling.cart([[sku, 2]]);
  const order = await shop.createIn('orders', {
    cart: { typeId: 'cart', id: cart.id },
    version: cart.version,
    orderNumber: newKey('of-cart'),
  });
  await finds({ exact: { field: 'lineItems.variant.sku', value: sku } }, [order.id]);
  t.same(
    await shop.found({
      and: [
        { exact: { field: 'orderNumber', value: order.orderNumber } },
        { exact: { field: 'lineItems.state.quantity', value: 2 } },
        { range: { field: 'totalPrice.centAmount', gte: 2_400 } },
      ],
    }),
    [order.id],
  );
});

test('leaves no document of an erased order (SEARCH011)', async t => {
  const [address, kept] = [email(), email()];
  const order = await shop.imported({
    customerEmail: address,
    billingAddress: { country: 'DE', email: address, lastName: address },
    totalPrice: money(1),
  });
  const other = await shop.imported({ customerEmail: kept });
  await finds(withEmail(address), [order.id]);
  await finds(withEmail(kept), [other.id]);
  const { redis } = quayside.services;
  const contentOf = async (key: string): Promise<string> => {
    switch (await redis.type(key)) {
      case 'hash':
        return JSON.stringify(await redis.hgetall(key));
      case 'zset':
        return (await redis.zrange(key, 0, -1)).join();
      case 'string':
        // The lease of the indexer may end after its type was read.
        return (await redis.get(key)) ?? '';
      default:
        return '';
    }
  };
  /** Keys with a text in their name or value. */
  const holding = async (text: string): Promise<string[]> => {
    const { projectKey } = credentials;
    const patterns = [`*{${projectKey}}:order*`, `*{${projectKey}/search-order}*`];
    const keys = (await Promise.all(patterns.map(pattern => listKeys(redis, pattern)))).flat();
    const contents = await Promise.all(keys.map(contentOf));
    return keys.filter((key, at) => key.includes(text) || contents[at]!.includes(text));
  };
  t.ok(
    (await holding(kept)).some(key => key.includes('search-order}:s:')),
    'documents are among the keys',
  );
  t.equal((await remove(order, '&dataErasure=true')).status, 200);
  await finds(withEmail(address), []);
  await shop.ofProject.settled();
  t.same(await holding(address), [], 'no key contains it; the index contains its terms until the next build');
  t.same(await holding(order.id), []);
  t.same(await shop.found(withEmail(kept)), [other.id]);
});
