/** Every creation, update and deletion of an order marks it for indexing. */
import { test } from '../support/tap.js';
import { keys } from '../../src/store/keys.js';
import { listKeys } from '../support/listKeys.js';
import { type Resource, startResourceApi } from '../support/resourceApi.js';
import { newKey, orderDraft } from '../support/drafts.js';
import { openShop } from '../support/shop.js';

const api = await startResourceApi('orders');
const {
  http,
  base,
  credentials: { projectKey },
  quayside: {
    services: { redis },
  },
} = api;
const marksKey = keys.dirtyMarks(projectKey, 'order');

/** The ids that were marked since the last call. */
const marked = async (): Promise<string[]> => {
  const ids = await redis.zrange(marksKey, 0, -1);
  await redis.del(marksKey);
  return ids;
};
const imported = async (): Promise<Resource> =>
  (await http.send('POST', `${base}/orders/import`, { body: orderDraft({ orderNumber: newKey('N') }) }))
    .json as Resource;

test('marks nothing in a project without search', async t => {
  await imported();
  t.same(await marked(), []);
});

test('marks imported, created, updated and deleted orders, and no other resources', async t => {
  await redis.hset(keys.searchState(projectKey, 'order'), 'current', 1);
  const order = await imported();
  t.same(await marked(), [order.id]);
  const shop = await openShop(api);
  await shop.product('JACKET', 10_000);
  const cart = await shop.cart([['JACKET', 1]]);
  t.same(await marked(), []);
  const fromCart = await api.create({ cart: { typeId: 'cart', id: cart.id }, version: cart.version });
  t.same(await marked(), [fromCart.id]);
  const updated = await api.update(order, { action: 'changeOrderState', orderState: 'Complete' });
  t.same(await marked(), [order.id]);
  await api.update(updated, { action: 'changeOrderState', orderState: 'Complete' });
  t.same(await marked(), [], 'nothing changed');
  t.equal((await http.send('DELETE', `${base}/orders/${order.id}?version=${updated.version}`)).status, 200);
  t.same(await marked(), [order.id]);
  t.same(await listKeys(redis, `{${projectKey}}:*:marks`), []);
});
