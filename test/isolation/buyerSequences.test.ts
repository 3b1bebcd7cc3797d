/**
 * A buyer expands all references in the response after each step of a purchase, and the references behind them. No
 * response may show data that only merchants may read: all hidden texts contain SECRET.
 */
import { addCustomer, anonymousToken, customerToken } from '../support/oauth.js';
import { createType, fieldDefinition, money, newKey, newSortOrder, referenceTo } from '../support/drafts.js';
import type { Resource } from '../support/resourceApi.js';
import { startShop } from '../support/cartShop.js';
import { test } from '../support/tap.js';

const shop = await startShop();
const { http, base, projectKey, quayside, credentials, createIn, resourcesAt } = shop;
const secret = (name: string): string => `SECRET ${name}`;
const hiddenText = (name: string) => ({ en: secret(name) });

const group = await createIn<Resource>('customer-groups', { groupName: secret('group'), key: 'SECRET_group' });
const hiddenState = await createIn<Resource>('states', {
  key: 'SECRET_state',
  type: 'OrderState',
  name: hiddenText('state'),
  initial: true,
});
const state = await createIn<Resource>('states', {
  key: 'open',
  type: 'OrderState',
  name: { en: 'Open' },
  initial: true,
  transitions: [referenceTo('state', hiddenState)],
});
const lineState = await createIn<Resource>('states', {
  key: 'picked',
  type: 'LineItemState',
  name: { en: 'Picked' },
  initial: true,
});
const channel = await createIn<Resource>('channels', {
  key: 'SECRET_channel',
  name: hiddenText('channel'),
  description: hiddenText('channel'),
  roles: ['ProductDistribution', 'InventorySupply'],
  address: { country: 'DE', city: secret('city') },
});
const openChannel = await createIn<Resource>('channels', {
  key: 'shop',
  name: { en: 'Shop' },
  roles: ['ProductDistribution'],
  address: { country: 'DE', city: secret('city') },
});
await createIn<Resource>('stores', { key: 'own', name: { en: 'Own' }, languages: ['en'] });
const other = await createIn<Resource>('stores', { key: 'SECRET_store', name: hiddenText('store'), languages: ['en'] });
const discountOf = (changes: object) =>
  createIn<Resource>('cart-discounts', {
    sortOrder: newSortOrder(),
    isActive: true,
    key: newKey('SECRET'),
    cartPredicate: 'lineItemCount(sku = "SECRET") = 0',
    value: { type: 'relative', permyriad: 1_000 },
    target: { type: 'lineItems', predicate: 'sku != "SECRET"' },
    ...changes,
  });
const known = await discountOf({ name: { en: 'With a code' }, requiresDiscountCode: true });
await discountOf({ name: { en: 'For all' } });
const hiddenDiscount = await discountOf({
  name: hiddenText('discount'),
  cartPredicate: 'totalPrice > "100000.00 EUR"',
});
const hiddenCodeDiscount = await discountOf({ name: hiddenText('discount'), requiresDiscountCode: true });
await createIn('discount-codes', {
  code: 'KNOWN',
  name: { en: 'Known' },
  cartDiscounts: [referenceTo('cart-discount', known)],
  cartPredicate: 'lineItemCount(sku = "SECRET") = 0',
  groups: ['SECRET group of codes'],
  maxApplications: 987_654,
  key: newKey('SECRET'),
});
const hiddenCode = await createIn<Resource>('discount-codes', {
  code: 'SECRETCODE',
  name: hiddenText('code'),
  cartDiscounts: [referenceTo('cart-discount', hiddenCodeDiscount)],
});
const productDiscount = (name: object, predicate: string) =>
  createIn<Resource>('product-discounts', {
    name,
    key: newKey('SECRET'),
    sortOrder: newSortOrder(),
    isActive: true,
    predicate,
    value: { type: 'relative', permyriad: 500 },
  });
await productDiscount({ en: 'Lowered' }, 'sku != "SECRET"');
const hiddenProductDiscount = await productDiscount(hiddenText('product discount'), 'sku = "SECRET"');
const method = await shop.method({ name: 'Parcel', key: 'parcel' });
const priced = [{ value: money(1_000) }, { value: money(900), channel: referenceTo('channel', openChannel) }];
const product = await shop.product(priced);
const hidden = await shop.product([{ value: money(1) }], {
  publish: false,
  name: hiddenText('product'),
  slug: { en: newKey('SECRET') },
});
await resourcesAt('products').update(await resourcesAt('products').get(product), {
  action: 'addPrice',
  variantId: 1,
  price: { value: money(800), channel: referenceTo('channel', channel) },
  staged: true,
});
await createIn('inventory', { sku: product.sku, quantityOnStock: 5 });

const targets: Readonly<Record<string, Resource>> = {
  'customer-group': group,
  state: hiddenState,
  channel,
  'cart-discount': hiddenDiscount,
  'discount-code': hiddenCode,
  'product-discount': hiddenProductDiscount,
  product: hidden as unknown as Resource,
  store: other,
};
const names = [
  'price',
  'discount',
  'state',
  'discountCode',
  'channel',
  'shippingMethod',
  'payments',
  'discounted',
  'store',
];
const links = Object.keys(targets)
  .filter(typeId => typeId !== 'store')
  .map((typeId, at) => ({ typeId, name: `${names[at]}` }));
const type = await createType<Resource>(
  createIn,
  ['order', 'line-item', 'customer', 'shopping-list', 'payment', 'address', 'transaction'],
  links.flatMap(({ name, typeId }) => [
    fieldDefinition(name, { name: 'Reference', referenceTypeId: typeId }),
    fieldDefinition(`${name}s`, { name: 'Set', elementType: { name: 'Reference', referenceTypeId: typeId } }),
  ]),
);
/** Custom fields with references that a buyer has chosen. Unpublished products cannot be named. */
const custom = {
  type: referenceTo('type', type),
  fields: Object.fromEntries(
    links
      .filter(({ typeId }) => typeId !== 'product')
      .flatMap(({ name, typeId }) => [
        [name, { typeId, id: targets[typeId]!.id }],
        [`${name}s`, [{ typeId, id: targets[typeId]!.id }]],
      ]),
  ),
};

const storefront = [
  ...['orders', 'profile', 'payments', 'quote_requests', 'quotes', 'shopping_lists'].map(name => `manage_my_${name}`),
  'view_published_products',
];

/** Returns the paths of all references in a response. */
const referencePaths = (value: unknown, path: string): string[] => {
  if (Array.isArray(value)) return [...new Set(value.flatMap(each => referencePaths(each, `${path}[*]`)))];
  if (typeof value !== 'object' || value === null) return [];
  const { typeId, obj, ...members } = value as Readonly<Record<string, unknown>>;
  if (typeof typeId === 'string') return [path, ...referencePaths(obj, path)];
  return Object.entries(members).flatMap(([name, each]) =>
    referencePaths(each, path === '' ? name : `${path}.${name}`),
  );
};

interface Buyer {
  readonly sender: Pick<typeof http, 'send'>;
  /** The path of the project or of the store. */
  readonly at: string;
  /** The secrets that responses showed, with the request that showed each. */
  readonly shown: Set<string>;
  /** Counts the references that were expanded. */
  expanded: number;
}

/** A buyer writes the keys of a store and of a channel, so reading them again is allowed. */
const writtenKeys = /"key":"SECRET_(store|channel)"/g;

const note = ({ shown }: Buyer, label: string, text: string): void => {
  for (const found of text.replaceAll(writtenKeys, '').match(/.{0,60}SECRET[^"]{0,60}/g) ?? [])
    shown.add(`${label}: ${found}`);
};

/** Number of paths in one request. */
const pathsEach = 20;

/** Expands all references of a response, and those behind them. */
const expandAll = async (buyer: Buyer, path: string): Promise<Resource> => {
  const done = new Set<string>();
  let json: unknown;
  for (let next: string[] = ['id']; next.length > 0; ) {
    const found = new Set<string>();
    for (let from = 0; from < next.length; from += pathsEach) {
      const query = new URLSearchParams(
        next.slice(from, from + pathsEach).map((each): [string, string] => ['expand', each]),
      );
      const answer = await buyer.sender.send('GET', `${path}?${query.toString()}`);
      note(buyer, `GET ${path}`, answer.text);
      buyer.expanded += answer.text.split('"obj"').length - 1;
      json = answer.json;
      for (const each of referencePaths((json as { results?: unknown[] }).results ?? [json], ''))
        found.add(each.replace(/^\[\*\]\.?/, ''));
    }
    next = [...found].filter(each => !done.has(each));
    for (const each of next) done.add(each);
  }
  return json as Resource;
};

const send = async (buyer: Buyer, path: string, body: object): Promise<Resource> => {
  const { text, json } = await buyer.sender.send('POST', `${buyer.at}/me/${path}`, { body });
  note(buyer, `POST ${path}`, text);
  return json as Resource;
};

const buy = async (buyer: Buyer): Promise<Resource> => {
  const hiddenChannel = { typeId: 'channel', key: 'SECRET_channel' };
  let cart = await send(buyer, 'carts', {
    currency: 'EUR',
    shippingAddress: { country: 'DE', city: 'Berlin', custom },
    custom,
    discountCodes: ['KNOWN'],
    lineItems: [
      { sku: product.sku, custom, supplyChannel: hiddenChannel, distributionChannel: hiddenChannel },
      { sku: product.sku },
    ],
    ...(buyer.at === base && { store: { typeId: 'store', key: 'SECRET_store' } }),
  });
  const [item] = cart.lineItems as Resource[];
  for (const action of [
    { action: 'addDiscountCode', code: 'UNKNOWN' },
    { action: 'removeDiscountCode', discountCode: referenceTo('discount-code', hiddenCode) },
    { action: 'addPayment', payment: { typeId: 'payment', id: channel.id } },
    { action: 'setShippingMethod', shippingMethod: referenceTo('shipping-method', method) },
    {
      action: 'setLineItemDistributionChannel',
      lineItemId: item!.id,
      distributionChannel: referenceTo('channel', openChannel),
    },
    {
      action: 'setCustomField',
      name: 'states',
      value: [referenceTo('state', hiddenState), referenceTo('state', state)],
    },
  ]) {
    const answer = await send(buyer, `carts/${cart.id}`, { version: cart.version, actions: [action] });
    if (answer.version !== undefined) cart = answer;
    await expandAll(buyer, `${buyer.at}/me/carts/${cart.id}`);
  }
  return send(buyer, 'orders', { id: cart.id, version: cart.version });
};

/** Continues an order as a merchant, and pays it. */
const goOn = async (order: Resource): Promise<void> => {
  const orders = resourcesAt('orders');
  const [item] = order.lineItems as { readonly id: string; readonly state: readonly { readonly state: object }[] }[];
  const paid = await createIn<Resource>('payments', {
    amountPlanned: money(7),
    interfaceId: newKey('SECRET'),
    key: newKey('SECRET'),
    paymentMethodInfo: { paymentInterface: 'psp', method: 'card' },
    paymentStatus: { interfaceText: secret('status') },
    transactions: [{ type: 'Charge', amount: money(7), interactionId: secret('transaction') }],
  });
  await orders.update(
    order,
    { action: 'transitionState', state: referenceTo('state', state) },
    {
      action: 'transitionLineItemState',
      lineItemId: item!.id,
      quantity: 1,
      fromState: item!.state[0]!.state,
      toState: referenceTo('state', lineState),
    },
    { action: 'addPayment', payment: referenceTo('payment', paid) },
  );
};

const texts = 'name(locale: "en") description(locale: "en")';
const parts = `
  shippingInfo { shippingMethod { name key } taxCategory { name key rates { name } } }
  store { key ${texts.split(' description')[0]} }
  lineItems {
    supplyChannel { key ${texts} } distributionChannel { key ${texts} address { city } }
    state { state { key ${texts} transitions { key ${texts} } } }
    price { channel { key ${texts} address { city } } discounted { discount { key ${texts} } } }
    discountedPricePerQuantity { discountedPrice { includedDiscounts { discount { key ${texts} target { type } } } } }
  }`;
const document = `{ me {
  carts { results { ${parts} discountCodes { discountCode { key groups code cartDiscounts { key ${texts} } } } } }
  orders {
    results {
      ${parts} state { key transitions { key ${texts} } }
      paymentInfo { payments { key interfaceId paymentStatus { interfaceText } transactions { interactionId } } }
    }
  }
} }`;

const scope = (store = '') => storefront.map(name => `${name}:${projectKey}${store}`).join(' ');

for (const [title, token, at] of [
  ['a visitor', () => anonymousToken(quayside, credentials, scope()), base],
  [
    'a customer',
    async () => customerToken(quayside, credentials, await addCustomer(quayside, projectKey), { scope: scope() }),
    base,
  ],
  ['a visitor of a store', () => anonymousToken(quayside, credentials, scope(':own')), `${base}/in-store/key=own`],
] as const)
  test(`${title} who expands all that is shown reads nothing that the merchant keeps`, async t => {
    const buyer: Buyer = { sender: quayside.http.as(await token()), at, shown: new Set(), expanded: 0 };
    const order = await buy(buyer);
    await expandAll(buyer, `${at}/me/orders/${order.id}`);
    await goOn(await resourcesAt('orders').get(order));
    await send(buyer, 'payments', { amountPlanned: money(5), custom });
    await send(buyer, 'shopping-lists', { name: { en: 'x' }, custom, lineItems: [{ sku: product.sku, custom }] });
    await send(buyer, 'carts/replicate', { reference: referenceTo('order', order) });
    for (const path of ['', '/carts', '/orders', '/payments', '/shopping-lists'])
      await expandAll(buyer, `${at}/me${path}`);
    for (const path of ['product-projections', 'products']) await expandAll(buyer, `${base}/${path}`);
    const { text } = await buyer.sender.send('POST', `${at}/graphql`, { body: { query: document } });
    note(buyer, 'GraphQL', text);
    for (const name of ['With a code', 'For all', 'Lowered', 'Parcel', 'KNOWN', 'open', 'Picked'])
      t.match(text, `"${name}"`);
    t.strictSame([...buyer.shown].sort(), []);
    t.ok(buyer.expanded > 5, `${buyer.expanded} references`);
  });
