/** A visitor shops over GraphQL alone; each page of the storefront shows what REST returns for the same resource. */
import { test } from '../../support/tap.js';
import { startShop } from '../../support/cartShop.js';
import { attributeDraft, createType, money, newKey, productTypeDraft, referenceTo } from '../../support/drafts.js';
import { createGraphqlClient } from '../../support/graphql.js';
import { matchWhole } from '../../support/matchWhole.js';
import { basic, post, tokenIn } from '../../support/oauth.js';
import { expectedFromRest } from './expectedFromRest.js';
import { accountPage, cartPage, orderPage, productList } from './pages.js';

const shop = await startShop();
const { quayside, credentials, http, base, createIn } = shop;
const { projectKey } = credentials;
const scope = ['manage_my_orders', 'manage_my_profile', 'view_products', 'view_states', 'view_customer_groups']
  .map(name => `${name}:${projectKey}`)
  .join(' ');
const [email, password] = [`${newKey('jo').toLowerCase()}@example.com`, 'correct horse 1'];

type Client = ReturnType<typeof createGraphqlClient>;

const clientOf = async (flow: string, form: Record<string, string>, scopes = scope): Promise<Client> => {
  const answer = await post(quayside, `${projectKey}/${flow}/token`, basic(credentials), { ...form, scope: scopes });
  return createGraphqlClient(quayside, credentials, tokenIn(answer).access_token);
};

/** Returns the data of a document that must run without errors. */
const dataOf = async (client: Client, query: string, variables?: object) => {
  const { status, data, errors } = await client(query, variables);
  if (status !== 200 || errors !== undefined) throw new Error(JSON.stringify({ status, errors }));
  return data;
};

const rest = async (path: string, ...expand: readonly string[]): Promise<Record<string, unknown>> => {
  const query = expand.map(each => `expand=${encodeURIComponent(each)}`).join('&');
  const { status, json, text } = await http.send('GET', `${base}/${path}?${query}`);
  if (status !== 200) throw new Error(text);
  return json as Record<string, unknown>;
};

const lineItemStates = 'lineItems[*].state[*].state';

const jacketType = await createIn(
  'product-types',
  productTypeDraft([attributeDraft('color'), attributeDraft('weight', { name: 'number' })], { key: newKey('type') }),
);
const jacketPrices = [{ value: money(2_100), country: 'DE' }, { value: money(2_500, 'USD') }];
const sku = newKey('sku');
const jacket = await shop.product([], {
  productType: referenceTo('product-type', jacketType),
  name: { en: 'Rain jacket', de: 'Regenjacke' },
  description: { en: 'Keeps the rain out.' },
  masterVariant: {
    sku,
    key: 'small',
    prices: jacketPrices,
    images: [{ url: 'https://images.example.com/jacket.jpg', dimensions: { w: 640, h: 480 }, label: 'front' }],
    attributes: [
      { name: 'color', value: 'blue' },
      { name: 'weight', value: 0.4 },
    ],
  },
  variants: [{ sku: `${sku}-2`, prices: jacketPrices, attributes: [{ name: 'color', value: 'red' }] }],
});
const hat = await shop.product([{ value: money(900) }], { name: { en: 'Hat' } });
const parcel = await shop.method({ name: 'Parcel' });
const sale = await shop.discountFor({ requiresDiscountCode: true });
const code = newKey('CODE');
await createIn('discount-codes', { code, isActive: true, cartDiscounts: [referenceTo('cart-discount', sale)] });
const profileType = await createType(
  createIn,
  ['customer'],
  [{ name: 'size', label: { en: 'Size' }, required: false, type: { name: 'String' } }],
);

const address = { country: 'DE', city: 'Berlin', streetName: 'Lange Allee', streetNumber: '7', postalCode: '10115' };
const updateMyCart = `mutation ($id: String!, $version: Long!, $actions: [MyCartUpdateAction!]!) {
  updateMyCart(id: $id, version: $version, actions: $actions) { ...CartPage } } ${cartPage}`;
const activeCart = `{ me { activeCart { ...CartPage } } } ${cartPage}`;
const visitor = await clientOf('anonymous', { grant_type: 'client_credentials' });

test('lists products', async t => {
  const where = `id in ("${jacket.id}", "${hat.id}")`;
  const query = `query ($where: String) {
    products(where: $where, sort: ["createdAt asc"], limit: 20) { offset count total results { ...ProductList } } }
      ${productList}`;
  const { products } = await dataOf(visitor, query, { where });
  const expected = await Promise.all(
    [jacket, hat].map(async ({ id }) => expectedFromRest(productList, await rest(`products/${id}`, 'productType'))),
  );
  t.same(products, { offset: 0, count: 2, total: 2, results: expected });
  matchWhole(t, products.results[0], {
    masterData: { current: { name: 'Rain jacket', masterVariant: { images: [{ dimensions: { width: 640 } }] } } },
  });
});

test('fills the cart of a visitor, and keeps it when the visitor signs up', async t => {
  t.same(await dataOf(visitor, activeCart), { me: { activeCart: null } });
  const draft = { currency: 'EUR', country: 'DE', locale: 'en', lineItems: [{ sku, quantity: 2 }] };
  const created = await dataOf(
    visitor,
    'mutation ($draft: MyCartDraft!) { createMyCart(draft: $draft) { id version lineItems { id } } }',
    { draft },
  );
  const { id, version } = created.createMyCart as { id: string; version: number };
  const updated = await dataOf(visitor, updateMyCart, {
    id,
    version,
    actions: [
      { addLineItem: { sku: hat.sku, quantity: 1 } },
      { setShippingAddress: { address } },
      { setBillingAddress: { address: { ...address, firstName: 'Jo' } } },
      { setShippingMethod: { shippingMethod: { typeId: 'shipping-method', id: parcel.id } } },
      { addDiscountCode: { code } },
      { setCustomerEmail: { email } },
    ],
  });
  const expected = expectedFromRest(cartPage, await rest(`carts/${id}`, lineItemStates));
  t.same(updated, { updateMyCart: expected });
  t.same(await dataOf(visitor, activeCart), { me: { activeCart: expected } });
  matchWhole(t, expected, {
    totalPrice: { centAmount: 5_090 },
    shippingInfo: { shippingMethodName: 'Parcel' },
    discountCodes: [{ state: 'MatchesCart' }],
    lineItems: [
      { name: 'Rain jacket', german: 'Regenjacke', quantity: 2 },
      { name: 'Hat', german: null },
    ],
  });

  const signUp = `mutation ($draft: CustomerSignMeUpDraft!) {
    customerSignMeUp(draft: $draft) { customer { ...AccountPage } cart { id customerId } } } ${accountPage}`;
  const { customerSignMeUp: signedUp } = await dataOf(visitor, signUp, {
    draft: {
      email,
      password,
      firstName: 'Jo',
      lastName: 'Lee',
      dateOfBirth: '1990-02-28',
      addresses: [address, { ...address, city: 'Kiel', phone: '0431' }],
      defaultShippingAddress: 1,
      defaultBillingAddress: 0,
      custom: { type: { typeId: 'type', id: profileType.id }, fields: [{ name: 'size', value: '"XL"' }] },
    },
  });
  const customerId = signedUp.customer.id as string;
  t.same(signedUp.customer, expectedFromRest(accountPage, await rest(`customers/${customerId}`)));
  t.same(signedUp.cart, { id, customerId });
});

const customer = () => clientOf('customers', { grant_type: 'password', username: email, password });

test('shows the account with its group', async t => {
  const group = await createIn('customer-groups', { groupName: newKey('Friends'), key: newKey('friends') });
  const me = await customer();
  const { me: before } = await dataOf(me, '{ me { customer { id version } } }');
  const { id, version } = before.customer as { id: string; version: number };
  const actions = [{ action: 'setCustomerGroup', customerGroup: referenceTo('customer-group', group) }];
  t.equal((await http.send('POST', `${base}/customers/${id}`, { body: { version, actions } })).status, 200);
  const account = await dataOf(me, `{ me { customer { ...AccountPage } } } ${accountPage}`);
  const expected = expectedFromRest(accountPage, await rest(`customers/${id}`, 'customerGroup'));
  t.same(account, { me: { customer: expected } });
  matchWhole(t, expected, {
    customerGroup: { key: group.key },
    custom: { customFieldsRaw: [{ name: 'size', value: 'XL' }] },
  });
});

test('orders the cart, and shows the history of orders with states and deliveries', async t => {
  const me = await customer();
  const { me: shown } = await dataOf(me, '{ me { activeCart { id version } } }');
  const order = `mutation ($draft: OrderMyCartCommand!) { createMyOrderFromCart(draft: $draft) { ...OrderPage } } ${orderPage}`;
  const { createMyOrderFromCart: ordered } = await dataOf(me, order, { draft: shown.activeCart });
  const { id, version, lineItems } = ordered as { id: string; version: number; lineItems: { id: string }[] };
  t.same(ordered, expectedFromRest(orderPage, await rest(`orders/${id}`, lineItemStates)));

  const state = await createIn('states', { key: newKey('packed'), type: 'OrderState', name: { en: 'Packed' } });
  const actions = [
    { action: 'setOrderNumber', orderNumber: newKey('A') },
    { action: 'transitionState', state: referenceTo('state', state) },
    { action: 'changeShipmentState', shipmentState: 'Shipped' },
    {
      action: 'addDelivery',
      items: [{ id: lineItems[0]!.id, quantity: 2 }],
      parcels: [{ trackingData: { trackingId: 'T-1', carrier: 'DHL' } }],
    },
  ];
  t.equal((await http.send('POST', `${base}/orders/${id}`, { body: { version, actions } })).status, 200);
  const history = `{ me { orders(sort: ["createdAt desc"], limit: 5) { total results { ...OrderPage } } } } ${orderPage}`;
  const expected = expectedFromRest(orderPage, await rest(`orders/${id}`, 'state', lineItemStates));
  t.same(await dataOf(me, history), { me: { orders: { total: 1, results: [expected] } } });
  matchWhole(t, expected, {
    state: { key: state.key, name: 'Packed' },
    lineItems: [{ state: [{ quantity: 2, state: { type: 'LineItemState' } }] }, {}],
    shippingInfo: { deliveries: [{ parcels: [{ trackingData: { trackingId: 'T-1' } }] }] },
  });
  t.same(await dataOf(me, activeCart), { me: { activeCart: null } }, 'the cart was ordered');
  const other = await dataOf(visitor, '{ me { orders { total results { id } } } }');
  t.same(other, { me: { orders: { total: 0, results: [] } } }, 'another visitor sees no order');
});

test('keeps a cart of a store in the store', async t => {
  const store = await createIn('stores', { key: newKey('store'), name: { en: 'Kiel' } });
  const inStore = `manage_my_orders:${projectKey}:${String(store.key)} manage_my_profile:${projectKey}:${String(store.key)}`;
  const me = await clientOf('anonymous', { grant_type: 'client_credentials' }, `${scope} ${inStore}`);
  const draft = { currency: 'EUR', country: 'DE', store: { typeId: 'store', key: store.key } };
  const { createMyCart: cart } = await dataOf(
    me,
    `mutation ($draft: MyCartDraft!) { createMyCart(draft: $draft) { ...CartPage } } ${cartPage}`,
    { draft },
  );
  t.same(cart, expectedFromRest(cartPage, await rest(`carts/${cart.id as string}`, lineItemStates)));
  const query =
    'query ($key: KeyReferenceInput!) { inStore(key: $key) { me { activeCart { id storeRef { typeId key } } } } }';
  t.same(await dataOf(me, query, { key: store.key }), {
    inStore: { me: { activeCart: { id: cart.id as string, storeRef: { typeId: 'store', key: store.key as string } } } },
  });
});
