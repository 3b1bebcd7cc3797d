/** Carts of buyers. */
import type { Cart } from '@commercetools/platform-sdk';
import { test } from '../../support/tap.js';
import { germany } from '../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import { errorOf } from '../../support/refusal.js';
import { rejectionOf } from '../../support/sdk.js';
import { assertCartRefusal } from './assertCartRefusal.js';
import { assertUnknownAction } from '../assertUnknownAction.js';
import { customItem, externalItem } from './cartItems.js';
import { startCarts } from './startCarts.js';

const shop = await startCarts();
const { projectKey, http, base, sdk, createIn, create, update, soldProduct, newBuyer, newVisitor } = shop;

test('returns the latest active cart of a customer, by customer id and at /me', async t => {
  const store = await createIn('stores', { key: newKey('store') });
  const customer = await newBuyer(`manage_my_orders:${projectKey} manage_my_orders:${projectKey}:${String(store.key)}`);
  const mine = (path: string) => customer.http.send('GET', `${base}/${path}`);
  matchWhole(t, await mine('me/active-cart'), { status: 404, json: { errors: [{ code: 'ResourceNotFound' }] } });
  const make = async (body: object = {}) =>
    (await customer.http.send('POST', `${base}/me/carts`, { body: { currency: 'EUR', ...body } })).json as Cart;
  const first = await make();
  const second = await make();
  matchWhole(t, first, { customerId: customer.id });
  const customerId = customer.id;
  matchWhole(t, (await mine('me/active-cart')).json, { id: second.id });
  matchWhole(t, (await sdk.carts().withCustomerId({ customerId }).get().execute()).body, { id: second.id });
  const touched = (
    await customer.http.send('POST', `${base}/me/carts/${first.id}`, {
      body: { version: 1, actions: [{ action: 'setCountry', country: 'DE' }] },
    })
  ).json as Cart;
  matchWhole(t, (await mine('me/active-cart?expand=store')).json, { id: first.id });
  await update(touched, { action: 'addCustomLineItem', ...customItem() }, { action: 'freezeCart' });
  matchWhole(
    t,
    (await sdk.carts().withCustomerId({ customerId }).get().execute()).body,
    { id: second.id },
    'a frozen cart is not active',
  );
  t.equal((await rejectionOf(sdk.carts().withCustomerId({ customerId: 'nobody' }).get().execute())).statusCode, 404);
  matchWhole(t, await http.send('GET', `${base}/me/active-cart`), {
    status: 403,
    json: { errors: [{ code: 'insufficient_scope' }] },
  });
  matchWhole(
    t,
    await mine(`carts/customer-id=${customerId}`),
    { status: 403, json: { errors: [{ code: 'insufficient_scope' }] } },
    'the scope allows paths at /me only',
  );

  const inStore = `in-store/key=${String(store.key)}`;
  t.equal((await mine(`${inStore}/me/active-cart`)).status, 404);
  const there = (await customer.http.send('POST', `${base}/${inStore}/me/carts`, { body: { currency: 'EUR' } }))
    .json as Cart;
  matchWhole(t, there, { store: { typeId: 'store', key: store.key }, customerId });
  matchWhole(t, (await mine(`${inStore}/me/active-cart`)).json, { id: there.id });
  matchWhole(t, (await http.send('GET', `${base}/${inStore}/carts/customer-id=${customerId}`)).json, { id: there.id });
  const visitor = await newVisitor();
  t.equal((await visitor.http.send('GET', `${base}/me/active-cart`)).status, 404);
  const theirs = (await visitor.http.send('POST', `${base}/me/carts`, { body: { currency: 'EUR' } })).json as Cart;
  matchWhole(t, theirs, { anonymousId: visitor.id });
  matchWhole(t, (await visitor.http.send('GET', `${base}/me/active-cart`)).json, { id: theirs.id });
});

test('/me refuses prices, taxes and owners, and carts of others', async t => {
  const [customer, visitor] = [await newBuyer(), await newVisitor()];
  const mine = (method: string, path: string, body?: object) =>
    customer.http.send(method, `${base}/me/${path}`, body && { body });
  assertCartRefusal(
    t,
    (await mine('POST', 'carts', { currency: 'EUR', lineItems: [externalItem({ sku: undefined })] })).json as object,
    'RequiredField',
    { field: 'sku' },
  );
  assertCartRefusal(
    t,
    (await mine('POST', 'carts', { currency: 'EUR', taxMode: 'Disabled' })).json as object,
    'InvalidField',
    {
      field: 'taxMode',
      invalidValue: 'Disabled',
      allowedValues: ['Platform', 'External', 'ExternalAmount'],
    },
  );
  const draft = {
    currency: 'EUR',
    customerId: 'somebody',
    anonymousId: 'x',
    customerGroup: { typeId: 'customer-group', id: 'vip' },
    lineItems: [
      {
        sku: soldProduct.sku,
        externalPrice: money(1),
        externalTotalPrice: { price: money(1), totalPrice: money(1) },
        externalTaxRate: { name: 'x', amount: 0, country: 'DE' },
      },
    ],
    customLineItems: [customItem({ money: money(-100) })],
    shippingAddress: germany,
  };
  const cart = (await mine('POST', 'carts', draft)).json as Cart;
  matchWhole(t, cart, {
    customerId: customer.id,
    lineItems: [{ priceMode: 'Platform', totalPrice: { centAmount: 2_500 }, taxRate: { amount: 0.19 } }],
    customLineItems: [],
    totalPrice: { centAmount: 2_500 },
  });
  t.notOk('anonymousId' in cart || 'customerGroup' in cart);
  const act = (...actions: object[]) => mine('POST', `carts/${cart.id}`, { version: cart.version, actions });
  for (const action of [
    'setLineItemPrice',
    'setLineItemTotalPrice',
    'setLineItemTaxRate',
    'setLineItemTaxAmount',
    'addCustomLineItem',
    'setCustomShippingMethod',
    'setShippingMethodTaxRate',
    'setShippingMethodTaxAmount',
    'setCartTotalTax',
    'setDirectDiscounts',
    'setCustomerId',
    'setCustomerGroup',
    'setAnonymousId',
    'freezeCart',
    'setKey',
    'changeTaxCalculationMode',
    'changeCustomLineItemMoney',
  ])
    assertUnknownAction(t, errorOf(await act({ action })), action, 'MyCart');
  assertCartRefusal(t, (await act({ action: 'changeTaxMode', taxMode: 'Disabled' })).json as object, 'InvalidField', {
    field: 'actions[0].taxMode',
    invalidValue: 'Disabled',
    allowedValues: ['Platform', 'External', 'ExternalAmount'],
  });
  const method = await shop.method();
  const after = (
    await act(
      { action: 'changeLineItemQuantity', lineItemId: cart.lineItems[0]!.id, quantity: 2, externalPrice: money(1) },
      { action: 'addLineItem', sku: soldProduct.sku, externalPrice: money(1) },
      {
        action: 'setShippingMethod',
        shippingMethod: referenceTo('shipping-method', method),
        externalTaxRate: { name: 'x', amount: 0, country: 'DE' },
      },
      { action: 'changeTaxMode', taxMode: 'External' },
    )
  ).json as Cart;
  matchWhole(t, after, {
    lineItems: [{ quantity: 3, priceMode: 'Platform', totalPrice: { centAmount: 7_500 } }],
    shippingInfo: { price: { centAmount: 500 }, taxRate: undefined },
  });

  const anothers = await create({ anonymousId: visitor.id });
  for (const path of [`carts/${anothers.id}`, `carts/key=${newKey()}`]) t.equal((await mine('GET', path)).status, 404);
  t.equal((await mine('POST', `carts/${anothers.id}`, { version: 1, actions: [] })).status, 404);
  t.equal((await mine('DELETE', `carts/${anothers.id}?version=1`)).status, 404);
  t.equal((await visitor.http.send('GET', `${base}/me/carts/${anothers.id}`)).status, 200);
  matchWhole(t, (await visitor.http.send('GET', `${base}/me/carts`)).json, {
    total: 1,
    results: [{ id: anothers.id }],
  });
  t.equal((await visitor.http.send('DELETE', `${base}/me/carts/${anothers.id}?version=1`)).status, 200);
});
