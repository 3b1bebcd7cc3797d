/** A project in which carts become orders. */
import { type Resource, startResourceApi } from '../../../support/resourceApi.js';
import { openShop } from '../../../support/shop.js';
import { storeCustomer } from '../../../support/customers.js';

export const orderFromCartDraft = ({ id, version }: Resource, changes: object = {}) => ({
  cart: { typeId: 'cart', id },
  version,
  ...changes,
});

export const startOrdersFromCarts = async () => {
  const api = await startResourceApi('orders');
  const {
    http,
    base,
    credentials: { projectKey },
    quayside,
  } = api;
  const shop = await openShop(api);
  await shop.product('JACKET', 10_000);
  await shop.product('SCARF', 2_000);
  return {
    api,
    http,
    base,
    shop,
    carts: api.resourcesAt('carts'),
    order: (cart: Resource, changes: object = {}) => api.create(orderFromCartDraft(cart, changes)),
    refuse: (cart: Resource, changes: object = {}) => api.refuseCreation(orderFromCartDraft(cart, changes)),
    get: async (path: string, id: string) => (await http.send('GET', `${base}/${path}/${id}`)).json as Resource,
    ordersOf: async (cart: Resource) =>
      (await http.send('GET', `${base}/orders?where=${encodeURIComponent(`cart(id="${cart.id}")`)}`)).json as {
        total: number;
      },
    customer: (changes: object = {}) => storeCustomer(quayside, projectKey, changes),
  };
};
