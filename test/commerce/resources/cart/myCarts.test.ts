/** Carts of buyers. */
import type { Cart } from '@commercetools/platform-sdk';
import { test } from '../../../support/tap.js';
import type { VersionedId } from '../../../support/resourceApi.js';
import { germany } from '../../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { errorOf, assertError } from '../../../support/refusal.js';
import { rejectionOf, bodyOf } from '../../../support/sdk.js';
import { assertUnknownAction, myCartActionsOfGraphql } from '../assertUnknownAction.js';
import { customItem, externalItem } from './cartItems.js';
import { startCarts } from './startCarts.js';

const shop = await startCarts();
const { projectKey, http, base, sdk, createIn, create, update, soldProduct, newBuyer, newVisitor } = shop;

test('returns the latest active cart of a customer, by customer id and at /me (me.b257c)', async t => {
  const store = await createIn('stores', { key: newKey('store') });
  const customer = await newBuyer(`manage_my_orders:${projectKey} manage_my_orders:${projectKey}:${String(store.key)}`);
  const mine = (path: string) => customer.http.send('GET', `${base}/${path}`);
  assertError(t, await mine('me/active-cart'), 'ResourceNotFound');
  const make = async (body: object = {}) =>
    (await customer.http.send('POST', `${base}/me/carts`, { body: { currency: 'EUR', ...body } })).json as Cart;
  const first = await make();
  const second = await make();
  matchWhole(t, first, { customerId: customer.id });
  const customerId = customer.id;
  matchWhole(t, (await mine('me/active-cart')).json, { id: second.id });
  matchWhole(t, await bodyOf(sdk.carts().withCustomerId({ customerId }).get()), { id: second.id });
  const touched = (
    await customer.http.send('POST', `${base}/me/carts/${first.id}`, {
      body: { version: 1, actions: [{ action: 'setCountry', country: 'DE' }] },
    })
  ).json as Cart;
  matchWhole(t, (await mine('me/active-cart?expand=store')).json, { id: first.id });
  await update(touched, { action: 'addCustomLineItem', ...customItem(shop.taxed) }, { action: 'freezeCart' });
  matchWhole(
    t,
    await bodyOf(sdk.carts().withCustomerId({ customerId }).get()),
    { id: second.id },
    'a frozen cart is not active',
  );
  t.equal((await rejectionOf(sdk.carts().withCustomerId({ customerId: 'unknown' }).get())).statusCode, 404);
  assertError(t, await http.send('GET', `${base}/me/active-cart`), 'insufficient_scope');
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

test('/me refuses prices, taxes and owners, and carts of others (me.de408, me.07b42)', async t => {
  const [customer, visitor] = [await newBuyer(), await newVisitor()];
  const mine = (method: string, path: string, body?: object) =>
    customer.http.send(method, `${base}/me/${path}`, body && { body });
  assertError(
    t,
    (await mine('POST', 'carts', { currency: 'EUR', lineItems: [externalItem({ sku: undefined })] })).json as object,
    'RequiredField',
    { field: 'sku' },
  );
  assertError(
    t,
    (await mine('POST', 'carts', { currency: 'EUR', taxMode: 'Disabled' })).json as object,
    'InvalidField',
    { field: 'taxMode', invalidValue: 'Disabled', allowedValues: ['Platform', 'External', 'ExternalAmount'] },
  );
  const draft = {
    currency: 'EUR',
    customerId: 'a-customer',
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
    assertUnknownAction(t, errorOf(await act({ action })), action, 'MyCart', myCartActionsOfGraphql);
  assertError(t, (await act({ action: 'changeTaxMode', taxMode: 'Disabled' })).json as object, 'InvalidField', {
    field: 'actions[0].taxMode',
    invalidValue: 'Disabled',
    allowedValues: ['Platform', 'External', 'ExternalAmount'],
  });
  const method = await shop.method();
  const after = (
    await act(
      { action: 'changeLineItemQuantity', lineItemId: cart.lineItems[0]!.id, quantity: 2, externalPrice: money(1) },
      { action: 'addLineItem', sku: soldProduct.sku, externalPrice: money(1) },
      { action: 'setShippingMethod', shippingMethod: referenceTo('shipping-method', method) },
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

test('replicates own carts and orders at /me, over HTTP and GraphQL', async t => {
  const [customer, visitor, other] = [await newBuyer(), await newVisitor(), await newBuyer()];
  for (const [buyer, owner] of [
    [customer, { customerId: customer.id }],
    [visitor, { anonymousId: visitor.id }],
  ] as const) {
    const send = (path: string, body: object) => buyer.http.send('POST', `${base}/${path}`, { body });
    const draft = { currency: 'EUR', country: 'DE', lineItems: [{ sku: soldProduct.sku, quantity: 2 }] };
    const cart = (await send('me/carts', { ...draft, shippingAddress: germany })).json as Cart;
    const order = (await send('me/orders', { id: cart.id, version: cart.version })).json as VersionedId;
    for (const reference of [
      { typeId: 'cart', id: cart.id },
      { typeId: 'order', id: order.id },
    ]) {
      const expected = {
        ...owner,
        cartState: 'Active',
        totalPrice: { centAmount: 5_000 },
        lineItems: [{ quantity: 2, productId: cart.lineItems[0]!.productId }],
      };
      const made = await send('me/carts/replicate', { reference, key: newKey('copy') });
      t.equal(made.status, 201, made.text);
      matchWhole(t, made.json, expected);
      t.notOk('key' in (made.json as object), 'ReplicaMyCartDraft has no key');
      const mutation = `mutation ($reference: ReferenceInput!) { replicateMyCart(reference: $reference) {
        customerId anonymousId cartState totalPrice { centAmount } lineItems { quantity productId } } }`;
      const { data } = (await send('graphql', { query: mutation, variables: { reference } })).json as {
        data: { replicateMyCart: object };
      };
      matchWhole(t, data.replicateMyCart, expected);
      assertError(
        t,
        await other.http.send('POST', `${base}/me/carts/replicate`, { body: { reference } }),
        'ResourceNotFound',
        { message: new RegExp(reference.id) },
      );
    }
  }
});

test('only tokens with manage_locked_carts lock, unlock and change a locked cart', async t => {
  const { quayside, credentials, get } = shop;
  const customer = await newBuyer();
  const support = `manage_orders:${projectKey}`;
  const other = quayside.http.as(await quayside.token(credentials, support));
  const agent = quayside.http.as(await quayside.token(credentials, `${support} manage_locked_carts:${projectKey}`));
  let cart = await create({ customerId: customer.id });
  const send = (as: typeof agent, path: string, ...actions: object[]) =>
    as.send('POST', `${base}/${path}/${cart.id}`, { body: { version: cart.version, actions } });
  const change = { action: 'setCountry', country: 'DE' };
  const scope = new RegExp(`manage_locked_carts:${projectKey}`);
  const refuse = async (as: typeof agent, path: string, ...actions: object[]) => {
    assertError(t, await send(as, path, ...actions), 'insufficient_scope', { message: scope });
    t.same(await get(cart), cart);
  };
  for (const action of ['lockCart', 'unlockCart']) await refuse(other, 'carts', change, { action });
  const before = Date.now();
  cart = (await send(agent, 'carts', { action: 'lockCart' })).json as Cart;
  t.same(Object.keys(cart.lock!).sort(), ['clientId', 'createdAt']);
  t.equal(cart.lock!.clientId, credentials.clientId);
  t.ok(Date.parse(cart.lock!.createdAt) >= before - 1_000 && Date.parse(cart.lock!.createdAt) <= Date.now() + 1_000);
  await refuse(other, 'carts', change);
  await refuse(other, 'carts', { action: 'unlockCart' });
  await refuse(customer.http, 'me/carts', change);
  const document = `mutation($id: String!, $version: Long!) {
    updateCart(id: $id, version: $version, actions: [{ setCountry: { country: "DE" } }]) { version } }`;
  const body = { query: document, variables: { id: cart.id, version: cart.version } };
  matchWhole(t, (await other.send('POST', `${base}/graphql`, { body })).json, {
    errors: [{ extensions: { code: 'insufficient_scope' } }],
  });
  t.same(((await send(agent, 'carts', { action: 'lockCart' })).json as Cart).version, cart.version, 'keeps its lock');
  cart = (await send(agent, 'carts', change)).json as Cart;
  matchWhole(t, cart, { country: 'DE', lock: { clientId: credentials.clientId } });
  const graphql = await agent.send('POST', `${base}/graphql`, {
    body: {
      query: `mutation { updateCart(id: "${cart.id}", version: ${cart.version}, actions: [{ unlockCart: {} }]) {
        version lock { clientId createdAt } } }`,
    },
  });
  t.same(graphql.json, { data: { updateCart: { version: cart.version + 1, lock: null } } });
  cart = await get(cart);
  t.notOk('lock' in cart);
  t.equal((await send(customer.http, 'me/carts', { action: 'setCountry' })).status, 200);
});

const { sku } = soldProduct;
const changedMaster = await shop.product([{ value: money(100) }], {
  variants: [{ sku: newKey('second'), prices: [{ value: money(200) }] }],
});
await shop
  .resourcesAt('products')
  .update(changedMaster, { action: 'changeMasterVariant', variantId: 2, staged: false });
const buyer = await newBuyer();
const post = (path: string, body: object) => buyer.http.send('POST', `${base}/me/carts${path}`, { body });
const myCart = async (draft: object): Promise<Cart> => {
  const { status, json, text } = await post('', { currency: 'EUR', ...draft });
  if (status !== 201) throw new Error(text);
  return json as Cart;
};
const act = async ({ id, version }: Cart, ...actions: object[]): Promise<Cart> => {
  const { status, json, text } = await post(`/${id}`, { version, actions });
  if (status !== 200) throw new Error(text);
  return json as Cart;
};

test('an item of my cart is of the master variant of its product (me.62c87, cart.c6d9e)', async t => {
  const drafted = await myCart({ lineItems: [{ productId: changedMaster.id }] });
  const { lineItems } = await act(drafted, { action: 'addLineItem', productId: changedMaster.id });
  t.match(lineItems, [{ quantity: 2, variant: { id: 2 } }]);
});

test('my cart loses the tax rates of others in another tax mode (me.36e0a)', async t => {
  const rate = { name: 'of others', amount: 0.5, country: 'DE', includedInPrice: true };
  const cart = await myCart({ taxMode: 'External', shippingAddress: germany, lineItems: [{ sku }] });
  const lineItemId = cart.lineItems[0]!.id;
  const taxed = await update(cart, { action: 'setLineItemTaxRate', lineItemId, externalTaxRate: rate });
  matchWhole(t, taxed.lineItems, [{ taxRate: rate }]);
  matchWhole(t, await act(taxed, { action: 'changeTaxMode', taxMode: 'Platform' }), {
    taxMode: 'Platform',
    lineItems: [{ taxRate: { name: 'MwSt', amount: 0.19 } }],
  });
});

test('an item of my cart was added now, unless the request says when (me.50096, cart.92b1f)', async t => {
  const addedAt = '2026-01-02T03:04:05.000Z';
  const other = { productId: changedMaster.id };
  const before = new Date().toISOString();
  const drafted = await myCart({ lineItems: [{ sku }, { ...other, addedAt }] });
  const others = [
    { action: 'addLineItem', ...other, variantId: 1 },
    { action: 'addLineItem', sku, custom: shop.noted('a'), addedAt },
  ];
  const times = (await act(drafted, ...others)).lineItems.map(each => each.addedAt!);
  const after = new Date().toISOString();
  t.same([times[1], times[3]], [addedAt, addedAt]);
  for (const time of [times[0]!, times[2]!]) t.ok(before <= time && time <= after, time);
});

test('my cart has one shipping method, and taxes by its shipping address (me.3c744, me.f9403, me.64e92)', async t => {
  const [parcel, express] = [await shop.method(), await shop.method()].map(each =>
    referenceTo('shipping-method', each),
  );
  const cart = await myCart({ lineItems: [{ sku }] });
  const setAddress = { action: 'setShippingAddress', address: germany };
  const shipped = await act(cart, setAddress, { action: 'setShippingMethod', shippingMethod: parcel });
  const moved = await act(shipped, { action: 'setShippingMethod', shippingMethod: express });
  matchWhole(t, moved, {
    shippingMode: 'Single',
    shipping: [],
    shippingInfo: { shippingMethod: express },
    lineItems: [{ taxRate: { country: 'DE' } }],
    taxedPrice: { totalGross: { centAmount: 3_000 } },
  });
  matchWhole(t, await act(moved, { action: 'setShippingAddress' }), {
    shippingAddress: undefined,
    lineItems: [{ taxRate: undefined }],
    taxedPrice: undefined,
  });
});
