/**
 * Resources that are made of others, compared whole: a cart with many members, and everything that copies it. Each
 * member of the copy equals that of its source, or stands in the list of those that are lost, added or changed.
 */
import type { Cart } from '@commercetools/platform-sdk';
import { startShop } from '../../support/cartShop.js';
import { createType, money, newKey, referenceTo } from '../../support/drafts.js';
import type { Resource } from '../../support/resourceApi.js';
import { test } from '../../support/tap.js';

const shop = await startShop();
const { createIn, resourcesAt, http, base } = shop;
const type = await createType(createIn, ['order', 'line-item', 'custom-line-item', 'shipping', 'address']);
const custom = { type: referenceTo('type', type), fields: { note: 'a' } };
const address = { key: 'home', country: 'DE', city: 'Berlin', custom };
const [first, second] = [await shop.product([{ value: money(1_000) }]), await shop.product([{ value: money(300) }])];
const customerId = await shop.customer();
const payment = await createIn('payments', { amountPlanned: money(100) });

const createCart = async (): Promise<Resource> => {
  const cart = await shop.create({
    key: newKey('cart'),
    customerId,
    customerEmail: 'jo@example.com',
    country: 'DE',
    locale: 'en',
    purchaseOrderNumber: 'po-1',
    inventoryMode: 'None',
    taxRoundingMode: 'HalfUp',
    shippingAddress: address,
    billingAddress: address,
    itemShippingAddresses: [address],
    shippingMethod: referenceTo('shipping-method', await shop.method()),
    lineItems: [
      {
        sku: first.sku,
        quantity: 3,
        key: 'one',
        custom,
        shippingDetails: { targets: [{ addressKey: 'home', quantity: 3 }] },
      },
      { sku: second.sku, quantity: 1, key: 'two', externalPrice: money(250) },
    ],
    customLineItems: [
      { name: { en: 'Wrap' }, slug: newKey('wrap'), quantity: 2, money: money(200), ...shop.taxed, custom },
    ],
    custom,
  });
  const discounts = [
    { value: { type: 'relative', permyriad: 1_000 }, target: { type: 'lineItems', predicate: 'true' } },
  ];
  return resourcesAt('carts').update(
    cart as unknown as Resource,
    { action: 'setDirectDiscounts', discounts },
    { action: 'setShippingCustomType', ...custom },
  );
};

/** Members that each resource has of its own. */
const own = new Set([
  'id',
  'version',
  'versionModifiedAt',
  'createdAt',
  'createdBy',
  'lastModifiedAt',
  'lastModifiedBy',
  'lastMessageSequenceNumber',
]);

/** Tells which members of a copy differ from those of its source. */
const compare = (source: object, copy: object) => {
  const [a, b] = [source, copy] as Readonly<Record<string, unknown>>[];
  const names = (resource: object) => Object.keys(resource).filter(name => !own.has(name));
  return {
    lost: names(a!)
      .filter(name => !(name in b!))
      .sort(),
    added: names(b!)
      .filter(name => !(name in a!))
      .sort(),
    changed: names(a!)
      .filter(name => name in b! && JSON.stringify(a![name]) !== JSON.stringify(b![name]))
      .sort(),
  };
};

test('an order is the cart that it is made of, with the state of orders', async t => {
  const cart = await resourcesAt('carts').update(await createCart(), {
    action: 'addPayment',
    payment: referenceTo('payment', payment),
  });
  const { id, version } = cart;
  const order = await createIn('orders', { cart: { typeId: 'cart', id }, version, orderNumber: newKey('order') });
  t.same(compare(cart, order), {
    lost: ['cartState', 'deleteDaysAfterLastModification', 'key', 'totalLineItemQuantity'],
    added: ['cart', 'orderNumber', 'orderState', 'returnInfo', 'syncInfo'],
    changed: [],
  });
});

test('a quote request, its quotation cart, the quote and its order are copies one of another', async t => {
  const cart = await createCart();
  const { id, version } = cart;
  const request = await createIn('quote-requests', { cart: { typeId: 'cart', id }, cartVersion: version });
  t.same(compare(cart, request), {
    lost: [
      'cartState',
      'custom',
      'customerId',
      'deleteDaysAfterLastModification',
      'discountCodes',
      'key',
      'origin',
      'refusedGifts',
      'shipping',
      'shippingCustomFields',
      'shippingMode',
      'totalLineItemQuantity',
    ],
    added: ['cart', 'customer', 'quoteRequestState'],
    changed: [],
  });
  const staged = await createIn('staged-quotes', {
    quoteRequest: referenceTo('quote-request', request),
    quoteRequestVersion: request.version,
  });
  const quotationCart = await resourcesAt('carts').get(staged.quotationCart as { id: string });
  t.same(compare(cart, quotationCart), {
    lost: ['custom', 'deleteDaysAfterLastModification', 'key', 'shippingCustomFields'],
    added: [],
    changed: ['origin'],
  });
  const quote = await createIn('quotes', {
    stagedQuote: referenceTo('staged-quote', staged),
    stagedQuoteVersion: staged.version,
  });
  t.same(compare(request, quote), {
    lost: ['cart', 'quoteRequestState'],
    added: ['quoteRequest', 'quoteState', 'stagedQuote'],
    changed: [],
  });
  const order = await createIn('orders/quotes', { quote: referenceTo('quote', quote), version: quote.version });
  t.same(compare(quotationCart, order), {
    lost: ['cartState', 'totalLineItemQuantity'],
    added: ['orderState', 'quote', 'returnInfo', 'syncInfo'],
    changed: [],
  });
});

test('a replica is the cart that it copies, as a draft would make it', async t => {
  const cart = await createCart();
  const replica = await createIn('carts/replicate', { reference: { typeId: 'cart', id: cart.id } });
  t.same(compare(cart, replica), {
    lost: ['key'],
    added: [],
    // Direct discounts belong to one cart.
    changed: ['customLineItems', 'directDiscounts', 'lineItems', 'taxedPrice', 'totalPrice'],
  });
  t.same(replica.directDiscounts, []);
  const items = (resource: Resource, list: string) => resource[list] as Resource[];
  for (const [list, changed] of [
    ['lineItems', ['addedAt', 'discountedPricePerQuantity', 'taxedPrice', 'totalPrice']],
    ['customLineItems', []],
  ] as const)
    for (const [at, item] of items(cart, list).entries())
      t.same(compare(item, items(replica, list)[at]!), { lost: [], added: [], changed }, `${list}[${at}]`);
});

test('a merge of carts keeps the cart of the customer, with the items of the other one', async t => {
  const password = 'secret-123';
  const email = `${newKey('jo')}@example.com`;
  const { customer } = (await createIn('customers', { email, password })) as unknown as { customer: Resource };
  const theirs = (await shop.create({ customerId: customer.id, lineItems: [{ sku: first.sku }], custom })) as Cart;
  const other = (await shop.create({
    anonymousId: newKey('visitor'),
    lineItems: [{ sku: first.sku, quantity: 2 }, { sku: second.sku }],
  })) as Cart;
  const body = { email, password, anonymousCart: { typeId: 'cart', id: other.id } };
  const { cart } = (await http.send('POST', `${base}/login`, { body })).json as { cart: Cart };
  t.equal(cart.id, theirs.id);
  t.same(compare(theirs, cart), {
    lost: [],
    added: [],
    changed: ['lineItems', 'totalLineItemQuantity', 'totalPrice'],
  });
  t.same(
    cart.lineItems.map(({ variant, quantity }) => [variant.sku, quantity]),
    [
      [first.sku, 2],
      [second.sku, 1],
    ],
  );
});
