/**
 * A visitor becomes a customer, orders and returns with the requests of two storefronts: one uses GraphQL alone, with
 * the scopes to read and change orders; the other also uses the HTTP API, with fewer scopes. Nothing is
 * refused, and each name that the pages show is present.
 */
import type { ClientCredentials } from '../../../src/projects/createProject.js';
import { startShop } from '../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../support/drafts.js';
import { createGraphqlClient } from '../../support/graphql.js';
import { addClient, anonymousToken, customerToken } from '../../support/oauth.js';
import { changeProject } from '../../support/resourceApi.js';
import { test } from '../../support/tap.js';
import { waitUntil } from '../../support/waitUntil.js';

const shop = await startShop();
const { quayside, credentials, createIn } = shop;
const { projectKey } = credentials;

const activation = { action: 'changeProductSearchIndexingEnabled', enabled: true };
await changeProject(quayside, credentials, activation);
const category = await createIn('categories', { name: { en: 'Hats' }, slug: { en: 'hats' }, orderHint: '0.1' });
const hat = await shop.product([{ value: money(1_000), country: 'DE' }], {
  name: { en: 'Felt hat', de: 'Filzhut' },
  slug: { en: 'felt-hat', de: 'filzhut' },
  categories: [referenceTo('category', category)],
});
await createIn('product-discounts', {
  name: { en: 'Sale' },
  value: { type: 'relative', permyriad: 2_000 },
  predicate: '1 = 1',
  sortOrder: '0.5',
  isActive: true,
});
const parcel = await shop.method({ name: 'Parcel', localizedDescription: { en: 'Two days' }, isDefault: true });
const welcome = await shop.discountFor({ requiresDiscountCode: true });
const code = newKey('CODE');
const discountCode = await createIn('discount-codes', {
  code,
  name: { en: 'Welcome' },
  isActive: true,
  cartDiscounts: [referenceTo('cart-discount', welcome)],
});

const clientWith = (...names: readonly string[]): Promise<ClientCredentials> =>
  addClient(quayside, projectKey, names.map(name => `${name}:${projectKey}`).join(' '));
const ofBuyers = ['manage_my_orders', 'manage_my_profile', 'manage_my_payments', 'manage_my_shopping_lists'];
const orderClient = await clientWith(
  ...ofBuyers,
  'view_published_products',
  'view_categories',
  'manage_orders',
  'create_anonymous_token',
);
const productClient = await clientWith(...ofBuyers, 'view_products', 'create_anonymous_token');

const askWith = (token: string) => {
  const send = createGraphqlClient(quayside, credentials, token);
  return async (query: string, variables: object = {}) => {
    const { status, data, errors } = await send(query, { locale: 'en', ...variables });
    if (status !== 200 || errors !== undefined) throw new Error(JSON.stringify({ status, errors }));
    return data;
  };
};
type SendQuery = ReturnType<typeof askWith>;

const amount = '{ centAmount currencyCode fractionDigits }';
const price = `{ value ${amount} discounted { value ${amount} discount { name(locale: $locale) } } }`;
const cartLike = `
  id version totalPrice ${amount} taxedPrice { totalGross ${amount} totalNet ${amount} }
  lineItems { id name(locale: $locale) productSlug(locale: $locale) quantity price ${price} totalPrice ${amount}
    variant { sku images { url } attributesRaw { name value
      attributeDefinition { name label(locale: $locale) type { name } } } } }
  shippingInfo { price ${amount} shippingMethod { name localizedDescription(locale: $locale) } }
  discountCodes { discountCode { id code name(locale: $locale) } }
  shippingAddress { city country } billingAddress { city country }`;
const customerFields =
  'id version email firstName customerNumber customerGroupRef { id } custom { customFieldsRaw { name } }';

const categories = `query ($locale: Locale!, $where: String, $sort: [String!] = []) {
  categories(where: $where, sort: $sort) { total results { id slug(locale: $locale) name(locale: $locale) } } }`;
const products = `query ($locale: Locale!, $limit: Int!, $offset: Int!, $priceSelector: PriceSelectorInput!,
  $sorts: [String!] = [], $filters: [SearchFilterInput!] = [], $text: String = "") {
  productProjectionSearch(locale: $locale, text: $text, limit: $limit, offset: $offset, sorts: $sorts,
    priceSelector: $priceSelector, filters: $filters) {
    total results { id name(locale: $locale) slug(locale: $locale) masterVariant { sku scopedPrice ${price} } } } }`;
const myCart = `query ($locale: Locale!) { me { activeCart { ${cartLike} } } }`;
const myOrder = `query ($locale: Locale!, $id: String) { me { order(id: $id) { ${cartLike} orderNumber createdAt
  paymentInfo { payments { paymentStatus { interfaceCode } } }
  returnInfo { items { type ... on LineItemReturnItem { lineItemId quantity shipmentState paymentState } } } } } }`;
const changeCart = `mutation ($id: String!, $version: Long!, $actions: [MyCartUpdateAction!]!) {
  updateMyCart(id: $id, version: $version, actions: $actions) { id version lineItems { id quantity } } }`;

const priceRange = { path: 'variants.scopedPrice.value.centAmount', ranges: [{ from: '0', to: '1000000000000' }] };
/** The variables of a page for a list of products, without a search text, channel, customer group and sort order. */
const listed = {
  text: '',
  sorts: null,
  limit: 10,
  offset: 0,
  priceSelector: { currency: 'EUR', country: 'DE', channel: null, customerGroup: null },
  filters: [{ model: { range: priceRange } }],
};

const visitor = askWith(await anonymousToken(quayside, orderClient, orderClient.scope));
await waitUntil(() =>
  visitor(products, listed).then(
    ({ productProjectionSearch }) => productProjectionSearch.total === 1,
    () => false,
  ),
);

const foundHat = {
  total: 1,
  results: [
    {
      id: hat.id,
      name: 'Felt hat',
      slug: 'felt-hat',
      masterVariant: {
        sku: hat.sku,
        scopedPrice: {
          value: money(1_000),
          discounted: { value: money(800), discount: { name: 'Sale' } },
        },
      },
    },
  ],
};

const lists = [
  ['without words', {}],
  ['of a category', { model: { tree: { path: 'categories.id', rootValues: [], subTreeValues: [category.id] } } }],
  ['with a SKU', { model: { value: { path: 'variants.sku', values: [hat.sku] } } }],
] as const;

test('lists products with the names of the discounts on their prices', async t => {
  const found = await visitor(categories, { where: 'parent is not defined', sort: ['orderHint asc'] });
  t.match(found.categories, { total: 1, results: [{ id: category.id, slug: 'hats', name: 'Hats' }] });
  for (const [title, filter] of lists) {
    const filters = 'model' in filter ? [...listed.filters, filter] : listed.filters;
    t.match((await visitor(products, { ...listed, filters })).productProjectionSearch, foundHat, title);
  }
  t.equal((await visitor(products, { ...listed, text: 'gloves' })).productProjectionSearch.total, 0);
});

const address = {
  firstName: 'Jo',
  lastName: 'Day',
  streetName: 'Ring',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
};

/** Changes the active cart, which is created when there is none. */
const change = async (ask: SendQuery, ...actions: readonly object[]) => {
  const { activeCart } = (await ask(myCart)).me;
  const draft = { currency: 'EUR', country: 'DE', shippingAddress: { country: 'DE' } };
  const create = 'mutation ($draft: MyCartDraft!) { createMyCart(draft: $draft) { id version } }';
  const { id, version } = activeCart ?? (await ask(create, { draft })).createMyCart;
  return (await ask(changeCart, { id, version, actions })).updateMyCart;
};

const shownCart = {
  lineItems: [
    {
      name: 'Felt hat',
      quantity: 3,
      price: { discounted: { discount: { name: 'Sale' } } },
      variant: { sku: hat.sku },
    },
  ],
  shippingInfo: { shippingMethod: { name: 'Parcel', localizedDescription: 'Two days' } },
  discountCodes: [{ discountCode: { id: discountCode.id, code, name: 'Welcome' } }],
};

const shippingMethods = `query ($locale: Locale!, $id: String!) { shippingMethodsByCart(id: $id) {
  id name localizedDescription(locale: $locale) isDefault
  zoneRates { shippingRates { isMatching freeAbove { centAmount } price ${amount} } } } }`;

const signUp = async (ask: SendQuery, client: ClientCredentials) => {
  const draft = { email: `${newKey('jo').toLowerCase()}@example.com`, password: 'correct horse 1', firstName: 'Jo' };
  await ask(
    `mutation ($draft: CustomerSignMeUpDraft!) { customerSignMeUp(draft: $draft) { customer { ${customerFields} } } }`,
    { draft },
  );
  const customer = askWith(await customerToken(quayside, client, draft, { scope: client.scope }));
  return { customer, email: draft.email, password: draft.password };
};

/** Orders the active cart, and returns the order as the customer sees it. */
const order = async (ask: SendQuery) => {
  const paymentDraft = {
    amountPlanned: { currencyCode: 'EUR', centAmount: 100 },
    paymentMethodInfo: { method: 'card' },
  };
  const createPayment = 'mutation ($draft: MyPaymentDraft!) { createMyPayment(draft: $draft) { id version } }';
  const payment = (await ask(createPayment, { draft: paymentDraft })).createMyPayment;
  await change(ask, { setBillingAddress: { address } }, { setShippingAddress: { address } });
  const { id, version } = await change(ask, { addPayment: { payment: { id: payment.id } } });
  const createOrder = `mutation ($id: String!, $version: Long!) {
    createMyOrderFromCart(draft: { id: $id, version: $version }) { id version } }`;
  const created = (await ask(createOrder, { id, version })).createMyOrderFromCart;
  return (await ask(myOrder, { id: created.id })).me.order;
};

test('orders over GraphQL, and shows names of discounts, codes and shipping methods', async t => {
  const filled = await change(visitor, { addLineItem: { sku: hat.sku, quantity: 2 } });
  await change(visitor, { changeLineItemQuantity: { lineItemId: filled.lineItems[0].id, quantity: 3 } });
  await change(visitor, { addDiscountCode: { code } });
  await change(visitor, { removeDiscountCode: { discountCode: { id: discountCode.id, typeId: 'discount-code' } } });
  const { id } = await change(visitor, { addDiscountCode: { code } });
  const { shippingMethodsByCart: offered } = await visitor(shippingMethods, { id });
  t.match(offered, [{ id: parcel.id, name: 'Parcel', localizedDescription: 'Two days', isDefault: true }]);
  await change(visitor, { setShippingMethod: { shippingMethod: { typeId: 'shipping-method', id: parcel.id } } });
  t.match((await visitor(myCart)).me.activeCart, shownCart);

  const { customer, email, password } = await signUp(visitor, orderClient);
  const other = askWith(await anonymousToken(quayside, orderClient, orderClient.scope));
  await change(other, { addLineItem: { sku: hat.sku, quantity: 1 } });
  await other(
    `mutation ($draft: CustomerSignMeInDraft!) { customerSignMeIn(draft: $draft) { customer { ${customerFields} } } }`,
    { draft: { email, password } },
  );
  const merged = (await customer(myCart)).me.activeCart;
  t.match(merged, { lineItems: [{ quantity: 3 }], discountCodes: shownCart.discountCodes });

  const ordered = await order(customer);
  t.match(ordered, { ...shownCart, returnInfo: [], paymentInfo: { payments: [{}] } });
  const items = [{ lineItemId: ordered.lineItems[0].id, quantity: 1, shipmentState: 'Returned' }];
  await customer(
    `mutation ($id: String, $version: Long!, $items: [ReturnItemDraftType!]!) {
      updateOrder(id: $id, version: $version, actions: { addReturnInfo: { items: $items } }) { orderNumber } }`,
    { id: ordered.id, version: ordered.version, items },
  );
  const { returnInfo } = (await customer(myOrder, { id: ordered.id })).me.order;
  t.match(returnInfo, [{ items: [{ lineItemId: items[0]!.lineItemId, quantity: 1, shipmentState: 'Returned' }] }]);
  const orders =
    '{ me { orders(sort: "createdAt desc", limit: 10, offset: 0) { total results { id shipmentState } } } }';
  t.match((await customer(orders)).me.orders, { total: 1, results: [{ id: ordered.id }] });
});

test('orders over HTTP and GraphQL with the scopes of buyers, and fills carts from shopping lists', async t => {
  const token = await anonymousToken(quayside, productClient, productClient.scope);
  const buyer = askWith(token);
  const http = quayside.http.as(token);
  const send = async (method: string, path: string, body?: object) => {
    const answer = await http.send(method, `/${projectKey}/${path}`, body === undefined ? {} : { body });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.text}`);
    // eslint-disable-next-line
    return answer.json as any;
  };
  const query = new URLSearchParams([
    ['priceCurrency', 'EUR'],
    ['priceCountry', 'DE'],
    ['filter.query', 'variants.scopedPrice.value.centAmount: range (0 to 100000000)'],
    ['filter.query', `categories.id:subtree("${category.id}")`],
    ['text.en', 'hat'],
    ['facet', 'variants.attributes.color.label.en counting products'],
    ['limit', '12'],
    ['offset', '0'],
  ]);
  t.match(await send('GET', `product-projections/search?${query.toString()}`), { total: 1, results: [{ id: hat.id }] });
  await send('GET', 'product-types/');

  t.equal((await http.send('GET', `/${projectKey}/me/active-cart`)).status, 404);
  const draft = { currency: 'EUR', country: 'DE', shippingAddress: { country: 'DE' } };
  let cart = await send('POST', 'me/carts', draft);
  const addItem = { action: 'addLineItem', productId: hat.id, variantId: 1, quantity: 2 };
  cart = await send('POST', `me/carts/${cart.id}`, { version: cart.version, actions: [addItem] });

  const name = newKey('List');
  let list = await send('POST', 'me/shopping-lists', { key: name, name: { en: name } });
  const onList = { action: 'addLineItem', sku: hat.sku, quantity: 1 };
  list = await send('POST', `me/shopping-lists/${list.id}`, { version: list.version, actions: [onList] });
  const where = encodeURIComponent(`name(en="${name}")`);
  t.match(await send('GET', `me/shopping-lists?where=${where}`), { total: 1, results: [{ id: list.id }] });
  const fromList = { action: 'addShoppingList', shoppingList: { id: list.id } };
  cart = await send('POST', `me/carts/${cart.id}`, { version: cart.version, actions: [fromList] });
  t.match(cart, { lineItems: [{ quantity: 3 }] });
  await send('DELETE', `me/shopping-lists/${list.id}?version=${list.version}`);

  await change(buyer, { addDiscountCode: { code } });
  const byLocation = `query ($locale: Locale!, $currency: Currency!, $country: Country!, $state: String) {
    shippingMethodsByLocation(currency: $currency, country: $country, state: $state) {
      id name localizedDescription(locale: $locale) zoneRates { shippingRates { isMatching price ${amount} } } } }`;
  // The page sends the whole address of the cart as variables.
  const { shippingMethodsByLocation: offered } = await buyer(byLocation, { ...address, currency: 'EUR' });
  t.match(offered, [{ id: parcel.id, name: 'Parcel' }]);
  await change(buyer, { setShippingMethod: { shippingMethod: { typeId: 'shipping-method', id: parcel.id } } });
  t.match((await buyer(myCart)).me.activeCart, shownCart);

  const { customer } = await signUp(buyer, productClient);
  t.match(await order(customer), shownCart);
});
