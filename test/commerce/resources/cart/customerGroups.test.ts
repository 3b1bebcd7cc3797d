/** Carts follow the groups of their customer, and no order has the prices of an old group. */
import type { Cart, Customer } from '@commercetools/platform-sdk';
import { germany } from '../../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { customerToken } from '../../../support/oauth.js';
import type { Resource } from '../../../support/resourceApi.js';
import { assertError } from '../../../support/refusal.js';
import { type Test, test } from '../../../support/tap.js';
import { cost } from './amounts.js';
import { startPricing } from './startPricing.js';

const shop = await startPricing();
const { http, base, quayside, credentials, projectKey, createIn, create, get, resourcesAt, updateMessagesOf } = shop;
const customers = resourcesAt<Customer>('customers');
const group = referenceTo('customer-group', await createIn('customer-groups', { groupName: newKey('old') }));
const other = referenceTo('customer-group', await createIn('customer-groups', { groupName: newKey('new') }));
const { sku } = await shop.product([{ value: money(1_000) }, { value: money(800), customerGroup: group }]);

type Buyer = Customer & { readonly password: string };

const newCustomer = async (groups: object = { customerGroup: group }): Promise<Buyer> => {
  const draft = { email: `${newKey('jo')}@example.com`, password: 'secret-123', ...groups };
  const { customer } = await createIn<{ customer: Customer }>('customers', draft);
  return { ...customer, password: draft.password };
};

const bought = ({ id: customerId }: Pick<Customer, 'id'>, changes: object = {}) =>
  create({ customerId, shippingAddress: germany, lineItems: [{ sku, key: 'item' }], ...changes });
const setGroup = (customer: Buyer, customerGroup?: object) =>
  customers.update(customer, { action: 'setCustomerGroup', customerGroup });

/** Creates a cart of a customer who left the group; only the latest modified cart has changed with the customer. */
const staleCart = async (t: Test) => {
  const buyer = await newCustomer();
  const cart = await bought(buyer);
  await create({ customerId: buyer.id });
  await setGroup(buyer);
  matchWhole(t, await get(cart), { version: 1, customerGroup: group, ...cost(800) });
  return { buyer, cart };
};

test('setCustomerGroup changes the active cart that was modified last (customer.3ef14, cart.1e910)', async t => {
  const buyer = await newCustomer({});
  const [older, cart] = [await bought(buyer), await bought(buyer, { key: newKey('cart') })];
  const locked = await shop.update(await bought(await newCustomer()), { action: 'lockCart' });
  let now = await setGroup(buyer, group);
  matchWhole(t, await get(cart), {
    version: 2,
    customerGroup: group,
    lineItems: [{ price: { customerGroup: group } }],
    ...cost(800),
  });
  matchWhole(t, await get(older), { version: 1, customerGroup: undefined, ...cost(1_000) });
  matchWhole(t, await updateMessagesOf(buyer), [{ type: 'CustomerGroupSet', customerGroup: group }]);

  const graphql = createGraphqlClient(quayside, credentials, await quayside.token(credentials));
  const { data } = await graphql(
    `mutation M($id: String!, $version: Long!) {
      updateCustomer(id: $id, version: $version, actions: [{ setCustomerGroup: { customerGroup: null } }]) {
        version
      }
    }`,
    now,
  );
  matchWhole(t, await get(cart), { version: 3, customerGroup: undefined, ...cost(1_000) });
  now = { ...now, version: data.updateCustomer.version as number };
  await customers.update(now, { action: 'setCustomerGroup', customerGroup: other });
  matchWhole(t, await get(cart), { version: 4, customerGroup: other, ...cost(1_000) }, 'a group without prices');

  const owner = { ...(await customers.get({ id: String(locked.customerId) })), password: '' };
  await setGroup(owner);
  matchWhole(t, await get(locked), { version: locked.version, customerGroup: group }, 'a locked cart stays');
  const onlyFor = await shop.product([{ value: money(1), customerGroup: group }]);
  const member = await newCustomer();
  const single = await create({ customerId: member.id, lineItems: [{ sku: onlyFor.sku }] });
  const refused = await customers.refuse(member, { action: 'setCustomerGroup' });
  assertError(t, refused, 'MatchingPriceNotFound', {
    productId: onlyFor.id,
    variantId: 1,
    currency: 'EUR',
    sku: undefined,
  });
  matchWhole(t, await get(single), { version: 1, customerGroup: group });
});

/** All ways to price a cart; afterwards it has the current group of its customer. */
const ways: Readonly<Record<string, (cart: Cart) => Promise<Cart>>> = {
  recalculate: cart => shop.update(cart, { action: 'recalculate' }),
  'another change of an amount': cart =>
    shop.update(cart, { action: 'changeLineItemQuantity', lineItemKey: 'item', quantity: 2 }),
  'a change that only predicates read': cart => shop.update(cart, { action: 'setLocale', locale: 'en' }),
  freezeCart: cart => shop.update(cart, { action: 'freezeCart' }),
  replicate: cart => createIn<Cart>('carts/replicate', { reference: referenceTo('cart', cart) }),
};

for (const [name, price] of Object.entries(ways))
  test(`a cart has the group that its customer has now: ${name} (cart.10f53)`, async t => {
    const { cart } = await staleCart(t);
    const priced = await price(cart);
    const quantity = priced.lineItems[0]?.quantity ?? 0;
    matchWhole(t, priced, { customerGroup: undefined, lineItems: [{ quantity }], ...cost(1_000 * quantity) });
  });

test('no order has the prices of an old group (ERR053)', async t => {
  const { buyer, cart } = await staleCart(t);
  const [item] = cart.lineItems;
  const changed = { lineItems: [item?.id], shipping: false };
  assertError(
    t,
    await http.send('POST', `${base}/orders`, { body: { cart: referenceTo('cart', cart), version: 1 } }),
    'PriceChanged',
    changed,
  );
  const mine = quayside.http.as(
    await customerToken(quayside, credentials, buyer, {
      scope: `manage_my_orders:${projectKey} manage_my_quote_requests:${projectKey}`,
    }),
  );
  const order = (version: number) => mine.send('POST', `${base}/me/orders`, { body: { id: cart.id, version } });
  assertError(t, await order(1), 'PriceChanged', changed);
  assertError(
    t,
    await mine.send('POST', `${base}/me/quote-requests`, { body: { cartId: cart.id, cartVersion: 1 } }),
    'InvalidOperation',
  );
  const recalculated = await mine.send('POST', `${base}/me/carts/${cart.id}`, {
    body: { version: 1, actions: [{ action: 'recalculate' }] },
  });
  matchWhole(t, recalculated.json, { version: 2, customerGroup: undefined, ...cost(1_000) });
  matchWhole(t, (await order(2)).json, { customerGroup: undefined, ...cost(1_000) });
});

test('an order has the group that its customer has now, where no price depends on it', async t => {
  const free = await shop.product([{ value: money(500) }]);
  const buyer = await newCustomer();
  const cart = await bought(buyer, { lineItems: [{ sku: free.sku }] });
  await create({ customerId: buyer.id });
  await setGroup(buyer, other);
  matchWhole(t, await get(cart), { version: 1, customerGroup: group });
  const order = await createIn<Resource>('orders', { cart: referenceTo('cart', cart), version: 1 });
  matchWhole(t, order, { customerGroup: other, ...cost(500) });
  matchWhole(t, await shop.messagesOf(order), [{ type: 'OrderCreated', order: { customerGroup: other } }]);
});

test('a frozen cart keeps the group that it was frozen with', async t => {
  const buyer = await newCustomer();
  const [cart, second] = [
    await shop.update(await bought(buyer), { action: 'freezeCart' }),
    await shop.update(await bought(buyer), { action: 'freezeCart' }),
  ];
  await setGroup(buyer);
  matchWhole(t, await get(cart), { version: cart.version, customerGroup: group });
  const order = await createIn('orders', { cart: referenceTo('cart', cart), version: cart.version });
  matchWhole(t, order, { customerGroup: group, ...cost(800) });
  matchWhole(t, await shop.update(second, { action: 'unfreezeCart' }), { customerGroup: undefined, ...cost(1_000) });
});

test('a cart follows the assigned groups when recalculated or ordered (customer.1c0a4, customer.c1c6f)', async t => {
  const buyer = await newCustomer({ customerGroupAssignments: [{ customerGroup: group }] });
  const cart = await bought(buyer);
  matchWhole(t, cart, cost(800));
  const removed = await customers.update(buyer, { action: 'removeCustomerGroupAssignment', customerGroup: group });
  assertError(
    t,
    await http.send('POST', `${base}/orders`, { body: { cart: referenceTo('cart', cart), version: 1 } }),
    'PriceChanged',
    { lineItems: [cart.lineItems[0]?.id], shipping: false },
  );
  const recalculated = await shop.update(await get(cart), { action: 'recalculate' });
  matchWhole(t, recalculated, cost(1_000));
  await customers.update(removed, {
    action: 'addCustomerGroupAssignment',
    customerGroupAssignment: { customerGroup: group },
  });
  matchWhole(t, await shop.update(recalculated, { action: 'recalculate' }), cost(800));
  matchWhole(t, await updateMessagesOf(buyer), [
    { type: 'CustomerGroupAssignmentRemoved', customerGroupAssignment: { customerGroup: group } },
    { type: 'CustomerGroupAssignmentAdded', customerGroupAssignment: { customerGroup: group } },
  ]);
});

test('the cart of a deleted customer has no group', async t => {
  const buyer = await newCustomer();
  const cart = await bought(buyer);
  await customers.remove(buyer);
  matchWhole(t, await shop.update(cart, { action: 'recalculate' }), { customerGroup: undefined, ...cost(1_000) });
});

test('a sign-up gives the carts of the session the groups of the customer', async t => {
  const anonymousId = newKey('session').slice(0, 36);
  const cart = await create({ anonymousId, lineItems: [{ sku }] });
  await newCustomer({ anonymousId, customerGroupAssignments: [{ customerGroup: group }] });
  matchWhole(t, await get(cart), { anonymousId: undefined, ...cost(800) });
});
