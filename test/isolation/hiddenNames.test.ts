/**
 * Resources that are hidden from a visitor do not exist for that token: an unpublished product, a staged SKU and the
 * resources of others get the response for an unknown name (AUTH045), wherever a path, a draft or an action at `/me`
 * takes a name.
 */
import { randomUUID } from 'node:crypto';
import { fieldDefinition, money, newKey, productDraft, productTypeDraft, referenceTo } from '../support/drafts.js';
import { createIn } from '../support/createSample.js';
import { addCustomer, anonymousToken, customerToken } from '../support/oauth.js';
import { startProject, type Resource } from '../support/resourceApi.js';
import { test } from '../support/tap.js';

const project = await startProject();
const { quayside, credentials, projectKey, base } = project;
const create = (path: string, body: object) => createIn(project, path, body);

const ownTypes = ['cart', 'order', 'customer', 'shopping-list', 'payment', 'quote-request'] as const;
const referred = [...ownTypes, 'product'] as const;
const type = await create('types', {
  key: newKey('links'),
  name: { en: 'Links' },
  resourceTypeIds: ['order', 'line-item', 'customer', 'shopping-list', 'payment', 'custom-line-item'],
  fieldDefinitions: referred.map(referenceTypeId =>
    fieldDefinition(referenceTypeId.replace('-', '_'), { name: 'Reference', referenceTypeId }),
  ),
});
const linkedTo = (typeId: string, value: object) => ({
  type: referenceTo('type', type),
  fields: { [typeId.replace('-', '_')]: { typeId, ...value } },
});

const zone = await create('zones', { name: 'DE', locations: [{ country: 'DE' }] });
const rate = { name: 'x', amount: 0, includedInPrice: true, country: 'DE' };
const taxCategory = await create('tax-categories', { name: 'x', rates: [rate] });
const productType = await create('product-types', productTypeDraft());
const variant = (sku: string) => ({ sku, prices: [{ value: money(100) }] });
const product = (key: string, publish: boolean) =>
  create(
    'products',
    productDraft(productType, {
      key,
      publish,
      taxCategory: { typeId: 'tax-category', id: taxCategory.id },
      masterVariant: variant(`sku-${key}`),
    }),
  );
const shown = await product(newKey('shown'), true);
const unpublished = await product(newKey('unpublished'), false);
const withStaged = { version: shown.version, actions: [{ action: 'addVariant', ...variant('sku-staged') }] };
await project.http.send('POST', `${base}/products/${shown.id}`, { body: withStaged });

const scopes = ['orders', 'profile', 'payments', 'quote_requests', 'quotes', 'shopping_lists']
  .map(name => `manage_my_${name}:${projectKey}`)
  .concat(`view_published_products:${projectKey}`, `create_anonymous_token:${projectKey}`)
  .join(' ');
const other = await addCustomer(quayside, projectKey);
const buyer = await addCustomer(quayside, projectKey);
const asOther = quayside.http.as(await customerToken(quayside, credentials, other, { scope: scopes }));
const senders = {
  visitor: quayside.http.as(await anonymousToken(quayside, credentials, scopes)),
  customer: quayside.http.as(await customerToken(quayside, credentials, buyer, { scope: scopes })),
};

const shippingAddress = { country: 'DE' };
const ofOther = async (path: string, body: object): Promise<Resource> => {
  const { json, status, text } = await asOther.send('POST', `${base}/me/${path}`, { body });
  if (status !== 201) throw new Error(text);
  return json as Resource;
};
await create('shipping-methods', {
  name: 'post',
  isDefault: true,
  taxCategory: referenceTo('tax-category', taxCategory),
  zoneRates: [{ zone: referenceTo('zone', zone), shippingRates: [{ price: money(1) }] }],
});
const cartDraft = { currency: 'EUR', country: 'DE', shippingAddress };
const cart = await ofOther('carts', { ...cartDraft, lineItems: [{ productId: shown.id }] });
const quoteRequest = await ofOther('quote-requests', { cartId: cart.id, cartVersion: cart.version });
const orderedCart = await ofOther('carts', { ...cartDraft, lineItems: [{ productId: shown.id }] });
const order = await ofOther('orders', { id: orderedCart.id, version: orderedCart.version });
const list = await create('shopping-lists', {
  key: newKey('list'),
  name: { en: 'x' },
  customer: referenceTo('customer', other),
});
const payment = await create('payments', {
  key: newKey('payment'),
  amountPlanned: money(1),
  customer: referenceTo('customer', other),
});
const customerRead = await project.http.send('GET', `${base}/customers/${other.id}`);
const customer = customerRead.json as Resource;
const keyed = newKey('customer');
await project.http.send('POST', `${base}/customers/${other.id}`, {
  body: { version: customer.version, actions: [{ action: 'setKey', key: keyed }] },
});

interface Name {
  readonly hidden: string | number;
  readonly unknown: string | number;
}
const names = {
  'an unpublished product by id': { hidden: unpublished.id, unknown: randomUUID() },
  'an unpublished product by SKU': { hidden: `sku-${String(unpublished.key)}`, unknown: 'sku-none' },
  'a staged SKU': { hidden: 'sku-staged', unknown: 'sku-none' },
  'a staged variant': { hidden: 2, unknown: 7 },
  'a product by key': { hidden: String(unpublished.key), unknown: newKey('none') },
  cart: { hidden: cart.id, unknown: randomUUID() },
  order: { hidden: order.id, unknown: randomUUID() },
  list: { hidden: list.id, unknown: randomUUID() },
  'a list by key': { hidden: String(list.key), unknown: newKey('none') },
  payment: { hidden: payment.id, unknown: randomUUID() },
  'a payment by key': { hidden: String(payment.key), unknown: newKey('none') },
  customer: { hidden: other.id, unknown: randomUUID() },
  'a customer by key': { hidden: keyed, unknown: newKey('none') },
  'a quote request': { hidden: quoteRequest.id, unknown: randomUUID() },
} satisfies Record<string, Name>;

type Value = string | number;
type Sender = (typeof senders)['visitor'];
type Send = (sender: Sender, value: Value) => Promise<{ readonly status: number; readonly text: string }>;

const creating =
  (path: string, bodyOf: (value: Value) => object): Send =>
  (sender, value) =>
    sender.send('POST', `${base}/me/${path}`, { body: bodyOf(value) });
/** Updates a new resource that the client owns. */
const updating =
  (path: string, draft: object, actionOf: (value: Value) => object): Send =>
  async (sender, value) => {
    const made = await sender.send('POST', `${base}/me/${path}`, { body: draft });
    if (made.status !== 201) throw new Error(made.text);
    const { id, version } = made.json as Resource;
    const answer = await sender.send('POST', `${base}/me/${path}/${id}`, {
      body: { version, actions: [actionOf(value)] },
    });
    return { ...answer, text: answer.text.replaceAll(id, 'own') };
  };
const reading =
  (path: string): Send =>
  (sender, value) =>
    sender.send('GET', `${base}/me/${path}${value}`);
const asking =
  (query: string, variablesOf: (value: Value) => object): Send =>
  (sender, value) =>
    sender.send('POST', `/${projectKey}/graphql`, { body: { query, variables: variablesOf(value) } });

const listDraft = { name: { en: 'x' } };
const createMyCart = 'mutation ($draft: MyCartDraft!) { createMyCart(draft: $draft) { id } }';
const createMyList = 'mutation ($draft: MyShoppingListDraft!) { createMyShoppingList(draft: $draft) { id } }';

/** Line items that name a product or a variant. */
const lines: readonly (readonly [keyof typeof names, (value: Value) => object])[] = [
  ['an unpublished product by id', productId => ({ productId })],
  ['an unpublished product by id', productId => ({ productId, variantId: 1 })],
  ['an unpublished product by id', productId => ({ productId, variantId: 9 })],
  ['an unpublished product by SKU', sku => ({ sku })],
  ['a staged SKU', sku => ({ sku })],
  ['a staged variant', variantId => ({ productId: shown.id, variantId })],
];
const linkNames: readonly (readonly [keyof typeof names, typeId: string, field: string])[] = [
  ['an unpublished product by id', 'product', 'id'],
  ['a product by key', 'product', 'key'],
  ['cart', 'cart', 'id'],
  ['order', 'order', 'id'],
  ['list', 'shopping-list', 'id'],
  ['a list by key', 'shopping-list', 'key'],
  ['payment', 'payment', 'id'],
  ['a payment by key', 'payment', 'key'],
  ['customer', 'customer', 'id'],
  ['a customer by key', 'customer', 'key'],
  ['a quote request', 'quote-request', 'id'],
];

const rows: readonly (readonly [title: string, name: keyof typeof names, send: Send])[] = [
  ...lines.flatMap(([name, line]): [string, keyof typeof names, Send][] => {
    const draft = (value: Value) => ({ ...cartDraft, lineItems: [line(value)] });
    const lists = (value: Value) => ({ ...listDraft, lineItems: [line(value)] });
    return [
      ['draft of a cart', name, creating('carts', draft)],
      [
        'addLineItem of a cart',
        name,
        updating('carts', cartDraft, value => ({ action: 'addLineItem', ...line(value) })),
      ],
      ['draft of a list', name, creating('shopping-lists', lists)],
      [
        'addLineItem of a list',
        name,
        updating('shopping-lists', listDraft, value => ({ action: 'addLineItem', ...line(value) })),
      ],
      ['createMyCart', name, asking(createMyCart, value => ({ draft: { currency: 'EUR', lineItems: [line(value)] } }))],
      [
        'createMyShoppingList',
        name,
        asking(createMyList, value => ({ draft: { name: [{ locale: 'en', value: 'x' }], lineItems: [line(value)] } })),
      ],
    ];
  }),
  ...linkNames.flatMap(([name, typeId, field]): [string, keyof typeof names, Send][] => {
    const custom = (value: Value) => linkedTo(typeId, { [field]: value });
    const setType = (value: Value) => ({ action: 'setCustomType', ...custom(value) });
    return [
      [`custom field of a cart, ${field}`, name, creating('carts', value => ({ ...cartDraft, custom: custom(value) }))],
      [`setCustomType of a cart, ${field}`, name, updating('carts', cartDraft, setType)],
      [
        `custom field of a line item, ${field}`,
        name,
        creating('carts', value => ({ ...cartDraft, lineItems: [{ productId: shown.id, custom: custom(value) }] })),
      ],
      [`custom field of a list, ${field}`, name, updating('shopping-lists', listDraft, setType)],
      [
        `custom field of a payment, ${field}`,
        name,
        creating('payments', value => ({ amountPlanned: money(1), custom: custom(value) })),
      ],
    ];
  }),
  [
    'addPayment',
    'payment',
    updating('carts', cartDraft, id => ({ action: 'addPayment', payment: { typeId: 'payment', id } })),
  ],
  [
    'addPayment',
    'a payment by key',
    updating('carts', cartDraft, key => ({ action: 'addPayment', payment: { typeId: 'payment', key } })),
  ],
  ['replicate', 'cart', creating('carts/replicate', id => ({ reference: { typeId: 'cart', id } }))],
  ['replicate', 'order', creating('carts/replicate', id => ({ reference: { typeId: 'order', id } }))],
  ['order from a cart', 'cart', creating('orders', id => ({ id, version: 1 }))],
  ['order from a cart, its version', 'cart', creating('orders', id => ({ id, version: cart.version }))],
  ['order from a quote', 'a quote request', creating('orders/quotes', id => ({ id, version: 1 }))],
  ['quote request', 'cart', creating('quote-requests', cartId => ({ cartId, cartVersion: 1 }))],
  ['quote request, its version', 'cart', creating('quote-requests', cartId => ({ cartId, cartVersion: cart.version }))],
  ['read', 'cart', reading('carts/')],
  ['read', 'order', reading('orders/')],
  ['read', 'list', reading('shopping-lists/')],
  ['read', 'a list by key', reading('shopping-lists/key=')],
  ['read', 'payment', reading('payments/')],
  ['read', 'a quote request', reading('quote-requests/')],
  ['delete', 'cart', (sender, id) => sender.send('DELETE', `${base}/me/carts/${id}?version=${cart.version}`)],
  [
    'update',
    'cart',
    (sender, id) => sender.send('POST', `${base}/me/carts/${id}`, { body: { version: 1, actions: [] } }),
  ],
  ['read in GraphQL', 'cart', asking('query ($id: String!) { me { cart(id: $id) { id } } }', id => ({ id }))],
  ['read in GraphQL', 'order', asking('query ($id: String!) { me { order(id: $id) { id } } }', id => ({ id }))],
];

/** Returns the response to a name, which must be a refusal that repeats at most the name. */
const answerFor = async (send: Send, sender: Sender, value: Value): Promise<object> => {
  const { status, text } = await send(sender, value);
  if (status < 400 && !/"errors"|":null/.test(text)) throw new Error(`not refused: ${text}`);
  const sent = typeof value === 'number' ? new RegExp(`\\b${value}\\b`, 'g') : value;
  return { status, text: text.replaceAll(sent, 'NAME') };
};

for (const [who, sender] of Object.entries(senders))
  test(`a ${who} gets the same answer for a hidden name as for an unknown one`, async t => {
    const answersFor = (kind: keyof Name) =>
      Promise.all(
        rows.map(async ([title, name, send]) => ({
          row: `${title}: ${name}`,
          answer: await answerFor(send, sender, (names[name] as Name)[kind]),
        })),
      );
    t.same(await answersFor('hidden'), await answersFor('unknown'));
  });

test('a visitor of a store gets the same answer for a product of other stores as for an unknown one', async t => {
  const selection = await create('product-selections', { name: { en: 'x' }, mode: 'Individual' });
  const actions = [{ action: 'addProduct', product: referenceTo('product', shown) }];
  await project.http.send('POST', `${base}/product-selections/${selection.id}`, {
    body: { version: selection.version, actions },
  });
  const key = newKey('store');
  const productSelections = [{ productSelection: referenceTo('product-selection', selection), active: true }];
  await create('stores', { key, productSelections });
  const elsewhere = await product(newKey('elsewhere'), true);
  const ofStore = ['manage_my_orders', 'manage_my_shopping_lists', 'view_published_products'];
  const scope = [...ofStore.map(name => `${name}:${projectKey}:${key}`), `create_anonymous_token:${projectKey}`];
  const visitor = quayside.http.as(await anonymousToken(quayside, credentials, scope.join(' ')));
  const inStore = `${base}/in-store/key=${key}/me`;
  const answerTo = (path: string, body: object, value: string) =>
    answerFor(() => visitor.send('POST', `${inStore}/${path}`, { body }), visitor, value);
  for (const line of [
    (hidden: boolean) => ({ productId: hidden ? elsewhere.id : randomUUID() }),
    (hidden: boolean) => ({ sku: hidden ? `sku-${String(elsewhere.key)}` : 'sku-none' }),
  ])
    for (const [path, draft] of [
      ['carts', cartDraft],
      ['shopping-lists', listDraft],
    ] as const) {
      const [hidden, unknown] = [line(true), line(false)];
      t.same(
        await answerTo(path, { ...draft, lineItems: [hidden] }, Object.values(hidden)[0]!),
        await answerTo(path, { ...draft, lineItems: [unknown] }, Object.values(unknown)[0]!),
        `${path}: ${Object.keys(hidden)[0]}`,
      );
    }
  const offered = await visitor.send('POST', `${inStore}/carts`, {
    body: { ...cartDraft, lineItems: [{ productId: shown.id }] },
  });
  t.equal(offered.status, 201);
});
