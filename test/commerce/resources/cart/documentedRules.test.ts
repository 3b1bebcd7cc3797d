/** Rules that the SDK documents about items, discount codes and gifts of carts. */
import type { Cart } from '@commercetools/platform-sdk';
import { germany } from '../../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import type { Resource } from '../../../support/resourceApi.js';
import { test } from '../../../support/tap.js';
import { cost } from './amounts.js';
import { customItem } from './cartItems.js';
import { startCarts } from './startCarts.js';

const shop = await startCarts();
const { base, createIn, create, update, refuse, refuseCreation, resourcesAt, soldProduct } = shop;
const { sku } = soldProduct;
const quantity = (pieces: number) => ({ action: 'changeLineItemQuantity', lineItemKey: 'item', quantity: pieces });

test('a customer keeps the negotiated price of a piece with another quantity (me.10130)', async t => {
  const buyer = await shop.newBuyer();
  const agreed = { externalTotalPrice: { price: money(900), totalPrice: money(7_000) } };
  const drafted = { customerId: buyer.id, lineItems: [{ sku, key: 'item', quantity: 10, ...agreed }] };
  const act = async ({ id, version }: Cart, ...actions: object[]) =>
    (await buyer.http.send('POST', `${base}/me/carts/${id}`, { body: { version, actions } })).json as Cart;
  const kept = (pieces: number) => ({
    lineItems: [{ quantity: pieces, priceMode: 'ExternalPrice', price: { value: { centAmount: 900 } } }],
    ...cost(900 * pieces),
  });
  const cart = await create(drafted);
  matchWhole(t, await act(cart, quantity(10)), { version: 1, ...cost(7_000) }, 'the quantity that it has');
  const changed = await act(cart, quantity(11));
  matchWhole(t, changed, kept(11));
  matchWhole(t, await act(changed, { action: 'recalculate' }), kept(11));
  const removed = await act(await create(drafted), { action: 'removeLineItem', lineItemKey: 'item', quantity: 4 });
  matchWhole(t, removed, kept(6));
  const merchant = await update(await create(drafted), quantity(11));
  matchWhole(t, merchant, { lineItems: [{ priceMode: 'Platform' }], ...cost(11 * 2_500) });
});

test('an added line item with an external price is a new one', async t => {
  const priced = { action: 'addLineItem', sku, externalPrice: money(900) };
  const cart = await update(
    await create(),
    priced,
    priced,
    { action: 'addLineItem', sku },
    { action: 'addLineItem', sku },
  );
  matchWhole(t, cart.lineItems, [
    { quantity: 1, priceMode: 'ExternalPrice' },
    { quantity: 1, priceMode: 'ExternalPrice' },
    { quantity: 2, priceMode: 'Platform' },
  ]);
});

test('targets of quantity 0 are removed from shipping details (cart.3ba56)', async t => {
  const target = (addressKey: string, pieces: number) => ({ addressKey, quantity: pieces });
  const shippingDetails = { targets: [target('home', 0), target('work', 2)] };
  const left = { targets: [target('work', 2)], valid: true };
  let cart = await create({
    itemShippingAddresses: ['home', 'work'].map(key => ({ ...germany, key })),
    lineItems: [{ sku, key: 'item', quantity: 2, shippingDetails }],
    customLineItems: [customItem({ key: 'wrap', quantity: 2, shippingDetails })],
  });
  matchWhole(t, cart, { lineItems: [{ shippingDetails: left }], customLineItems: [{ shippingDetails: left }] });
  const none = { targets: [target('work', 0)] };
  cart = await update(
    cart,
    { action: 'setLineItemShippingDetails', lineItemKey: 'item', shippingDetails: none },
    { action: 'setCustomLineItemShippingDetails', customLineItemKey: 'wrap', shippingDetails: none },
    { action: 'addLineItem', sku, key: 'more', quantity: 2, shippingDetails },
  );
  const empty = { targets: [], valid: false };
  matchWhole(t, cart, {
    lineItems: [{ shippingDetails: empty }, { shippingDetails: left }],
    customLineItems: [{ shippingDetails: empty }],
  });
  const unknown = { action: 'setLineItemShippingDetails', lineItemKey: 'item' };
  for (const [targets, code, members] of [
    [[target('gone', 0)], 'InvalidInput', { actionIndex: 0 }],
    [
      [target('home', 0), target('home', 1)],
      'DuplicateField',
      { actionIndex: 0, field: String, duplicateValue: 'home' },
    ],
  ] as const)
    assertError(t, await refuse(cart, { ...unknown, shippingDetails: { targets } }), code, members);
});

test('a line item shows an inventory mode that differs from that of the cart (cart.6d7d4)', async t => {
  const modes = ['TrackOnly', 'None'];
  let cart = await create({
    inventoryMode: 'TrackOnly',
    lineItems: modes.map(inventoryMode => ({ sku, key: inventoryMode, inventoryMode })),
  });
  const shown = () => cart.lineItems.map(({ inventoryMode }) => inventoryMode);
  t.same(shown(), [undefined, 'None']);
  const set = (lineItemKey: string, inventoryMode?: string) => ({
    action: 'setLineItemInventoryMode',
    lineItemKey,
    inventoryMode,
  });
  cart = await update(cart, set('None', 'TrackOnly'), set('TrackOnly', 'None'));
  t.same(shown(), ['None', undefined]);
  cart = await update(cart, { action: 'addLineItem', sku, key: 'more', inventoryMode: 'TrackOnly' });
  t.same(shown(), ['None', undefined, undefined]);
});

/** Creates a discount for carts with this order number. */
const discountFor = (purchaseOrderNumber: string, predicate: string, changes: object): Promise<Resource> =>
  shop.discountFor({ cartPredicate: `purchaseOrderNumber = "${purchaseOrderNumber}" and ${predicate}`, ...changes });

test('a code that does not apply to a new cart is refused at /me, in stores and in GraphQL', async t => {
  const discount = await shop.discountFor({ requiresDiscountCode: true });
  const cartDiscounts = [referenceTo('cart-discount', discount)];
  const code = newKey('CODE');
  const made = await createIn('discount-codes', { code, cartDiscounts, cartPredicate: 'country = "AT"' });
  const store = await createIn('stores', { key: newKey('store') });
  const refusal = { discountCode: code, dicountCodeId: made.id, reason: 'DoesNotMatchCart' };
  const body = { currency: 'EUR', lineItems: [{ sku }], discountCodes: [code] };
  const buyer = await shop.newBuyer();
  const send = (http: typeof shop.http, at: string, sent: object) => http.send('POST', `${base}/${at}`, { body: sent });
  assertError(t, await send(buyer.http, 'me/carts', body), 'DiscountCodeNonApplicable', refusal);
  assertError(
    t,
    await send(shop.http, `in-store/key=${String(store.key)}/carts`, body),
    'DiscountCodeNonApplicable',
    refusal,
  );
  const query = 'mutation M($draft: CartDraft!) { createCart(draft: $draft) { id } }';
  const { json } = await send(shop.http, 'graphql', { query, variables: { draft: body } });
  matchWhole(t, json, { errors: [{ extensions: { code: 'DiscountCodeNonApplicable', reason: 'DoesNotMatchCart' } }] });
  matchWhole(t, (await send(buyer.http, 'me/carts', { ...body, country: 'AT' })).json, {
    discountCodes: [{ state: 'MatchesCart' }],
  });
});

test('a discount sees the shipping method that a draft or an action selects', async t => {
  const method = await shop.method({ name: newKey('Bike') });
  const shippingMethod = referenceTo('shipping-method', method);
  const names = [
    `shippingInfo.shippingMethodName = "${String(method.name)}"`,
    `shippingInfo.shippingMethod.id = "${method.id}"`,
    'shippingInfo.taxCategory.key = "standard"',
    'shippingInfo.shippingRate.price.centAmount = 500',
    'shippingInfo.price.centAmount = 500',
  ];
  for (const predicate of names) {
    const purchaseOrderNumber = newKey('po');
    await discountFor(purchaseOrderNumber, predicate, {
      value: { type: 'absolute', money: [money(200)] },
      target: { type: 'shipping' },
    });
    const draft = { purchaseOrderNumber, shippingAddress: germany, lineItems: [{ sku }] };
    const discounted = { shippingInfo: { discountedPrice: { value: { centAmount: 300 } } }, ...cost(2_800) };
    matchWhole(t, await create({ ...draft, shippingMethod }), discounted, predicate);
    const chosen = await update(await create(draft), { action: 'setShippingMethod', shippingMethod });
    matchWhole(t, chosen, discounted, predicate);
  }
});

test('a gift without a tax rate for the country is not given, and refuses no cart', async t => {
  const rates = [{ name: 'MwSt', amount: 0.19, includedInPrice: true, country: 'DE' }];
  const taxCategory = referenceTo('tax-category', await createIn('tax-categories', { name: newKey('tax'), rates }));
  const gift = await shop.product([{ value: money(100) }], { taxCategory });
  const purchaseOrderNumber = newKey('po');
  await discountFor(purchaseOrderNumber, '1 = 1', {
    value: { type: 'giftLineItem', product: referenceTo('product', gift), variantId: 1 },
    target: undefined,
  });
  const france = { country: 'FR', city: 'Lyon' };
  const draft = { purchaseOrderNumber, lineItems: [{ sku }] };
  const modesOf = ({ lineItems }: Cart) => lineItems.map(({ lineItemMode }) => lineItemMode);
  let cart = await create({ ...draft, shippingAddress: germany });
  t.same(modesOf(cart), ['Standard', 'GiftLineItem']);
  cart = await update(cart, { action: 'setShippingAddress', address: france });
  t.same(modesOf(cart), ['Standard']);
  matchWhole(t, cart, { taxedPrice: { totalGross: { centAmount: 2_500 } } });
  t.same(modesOf(await create({ ...draft, shippingAddress: france })), ['Standard']);
  matchWhole(t, await createIn('orders', { cart: referenceTo('cart', cart), version: cart.version }), cost(2_500));
  assertError(
    t,
    await refuseCreation({ shippingAddress: france, lineItems: [{ sku: gift.sku }] }),
    'MissingTaxRateForCountry',
    { taxCategoryId: taxCategory.id, country: 'FR' },
  );
});

test('a line item gets the slug and the key of its product at the next pricing (cart.30188, cart.fdb87)', async t => {
  const product = await shop.product([{ value: money(1_000) }]);
  let cart = await create({ lineItems: [{ sku: product.sku, key: 'item' }] });
  const [slug, key] = [{ en: newKey('slug') }, newKey('key')];
  const changed = await resourcesAt('products').update(
    product,
    { action: 'changeSlug', slug, staged: false },
    { action: 'changeName', name: { en: 'Other' }, staged: false },
    { action: 'setKey', key },
  );
  t.ok(changed);
  const name = cart.lineItems[0]?.name;
  cart = await update(cart, { action: 'recalculate' });
  matchWhole(t, cart.lineItems, [{ productSlug: slug, productKey: key, name }]);
  const second = { en: newKey('slug') };
  await resourcesAt('products').update(changed, { action: 'changeSlug', slug: second, staged: false });
  matchWhole(t, (await update(cart, quantity(2))).lineItems, [{ productSlug: second, quantity: 2 }]);
});
