/** Checks of a cart when it is ordered. */
import { test } from '../../../support/tap.js';
import { assertError } from '../../../support/refusal.js';
import { newKey, cartDiscountDraft, money } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import type { Resource } from '../../../support/resourceApi.js';
import { address, vatRate } from '../../../support/shop.js';
import { orderFromCartDraft, startOrdersFromCarts } from './startOrdersFromCarts.js';
import type { Context } from '../../../../src/engine/define/Context.js';
import { ApiError } from '../../../../src/base/errors/ApiError.js';
import { actions } from '../../../../src/commerce/resources/order/actions.js';
import type { Order } from '../../../../src/commerce/resources/order/index.js';
import type { State } from '../../../../src/commerce/resources/state.js';
import { customItem } from '../cart/cartItems.js';

const { api, http, base, shop, carts, order, refuse, customer } = await startOrdersFromCarts();

test('refuses changed prices, taxes and shipping (ERR053, ERR061)', async t => {
  const sku = shop.newSku();
  const product = await shop.product(sku, 1_000);
  const method = await shop.shippingMethod(300);
  let cart = await shop.cart([
    [sku, 1],
    ['SCARF', 1],
  ]);
  cart = await carts.update(cart, {
    action: 'setShippingMethod',
    shippingMethod: { typeId: 'shipping-method', id: method.id },
  });
  const [item] = cart.lineItems as { id: string }[];
  const priceId = (product.masterData as { current: { masterVariant: { prices: { id: string }[] } } }).current
    .masterVariant.prices[0]!.id;
  await api
    .resourcesAt('products')
    .update(product, { action: 'changePrice', priceId, price: { value: money(1_100) }, staged: false });
  assertError(t, await refuse(cart), 'PriceChanged', { lineItems: [item!.id], shipping: false });
  const zoneRate = (method.zoneRates as { zone: object; shippingRates: object[] }[])[0]!;
  await api
    .resourcesAt('shipping-methods')
    .update(
      method,
      { action: 'removeShippingRate', zone: zoneRate.zone, shippingRate: { price: money(300) } },
      { action: 'addShippingRate', zone: zoneRate.zone, shippingRate: { price: money(350) } },
    );
  assertError(t, await refuse(cart), 'PriceChanged', { lineItems: [item!.id], shipping: true });
  cart = await carts.update(cart, { action: 'recalculate' });
  matchWhole(t, cart, { totalPrice: { centAmount: 3_450 } });
  matchWhole(t, await order(cart), { totalPrice: { centAmount: 3_450 } });
});

test('refuses a shipping method that no longer matches the cart (ERR057, ERR061, error.6f16f)', async t => {
  const method = await shop.shippingMethod(300);
  const cart = await carts.update(await shop.cart([['SCARF', 1]]), {
    action: 'setShippingMethod',
    shippingMethod: { typeId: 'shipping-method', id: method.id },
  });
  await api
    .resourcesAt('shipping-methods')
    .update(method, { action: 'setPredicate', predicate: 'totalPrice > "1000.00 EUR"' });
  assertError(t, await refuse(cart), 'ShippingMethodDoesNotMatchCart');
});

test('refuses shipping details that leave out pieces of an item (ERR058, ERR061, cart.a3e63, cart.1d1d3)', async t => {
  const cart = await api.createIn('carts', {
    currency: 'EUR',
    shippingAddress: address(),
    itemShippingAddresses: [address({ key: 'home' })],
    lineItems: [{ sku: 'SCARF', quantity: 3, shippingDetails: { targets: [{ addressKey: 'home', quantity: 2 }] } }],
    customLineItems: [customItem({ quantity: 2, shippingDetails: { targets: [{ addressKey: 'home', quantity: 1 }] } })],
  });
  const [item, custom] = [(cart.lineItems as { id: string }[])[0]!, (cart.customLineItems as { id: string }[])[0]!];
  matchWhole(t, await refuse(cart), {
    statusCode: 400,
    errors: [
      { code: 'InvalidItemShippingDetails', subject: 'LineItem', itemId: item.id },
      { code: 'InvalidItemShippingDetails', subject: 'CustomLineItem', itemId: custom.id },
    ],
  });
});

test('refuses an item without a price or a tax rate (ERR059, ERR060, ERR061, error.f56cc)', async t => {
  const sku = shop.newSku();
  const product = await shop.product(sku, 1_000);
  const cart = await shop.cart([[sku, 1]]);
  const priceId = (product.masterData as { current: { masterVariant: { prices: { id: string }[] } } }).current
    .masterVariant.prices[0]!.id;
  await api.resourcesAt('products').update(product, { action: 'removePrice', priceId, staged: false });
  assertError(t, await refuse(cart), 'MatchingPriceNotFound', {
    productId: product.id,
    variantId: 1,
    currency: 'EUR',
    country: 'DE',
  });
  const category = await api.createIn('tax-categories', { name: 'Reduced', rates: [vatRate('DE', 0.07)] });
  const taxed = shop.newSku();
  await shop.product(taxed, 1_000, { taxCategory: { typeId: 'tax-category', id: category.id } });
  const second = await shop.cart([[taxed, 1]]);
  const [rate] = category.rates as { id: string }[];
  await api.resourcesAt('tax-categories').update(category, { action: 'removeTaxRate', taxRateId: rate!.id });
  assertError(t, await refuse(second), 'MissingTaxRateForCountry', { taxCategoryId: category.id, country: 'DE' });
});

test('refuses ended and used-up codes (ERR054, ERR055, ERR056, ERR061, ORD102, error.de3ad, cart.6c416)', async t => {
  const discount = await api.createIn('cart-discounts', cartDiscountDraft({ requiresDiscountCode: true }));
  const codes = api.resourcesAt('discount-codes');
  const code = (changes: object = {}) =>
    codes.create({ code: newKey('CODE'), cartDiscounts: [{ typeId: 'cart-discount', id: discount.id }], ...changes });
  const cartWith = ({ code: text }: Resource, changes: object = {}) =>
    shop.cart([['SCARF', 1]], { discountCodes: [text], ...changes });

  const once = await code({ maxApplications: 1 });
  const [first, second] = [await cartWith(once), await cartWith(once)];
  matchWhole(t, first, { discountCodes: [{ state: 'MatchesCart' }], totalPrice: { centAmount: 1_800 } });
  const made = await order(first);
  matchWhole(t, made, { discountCodes: [{ discountCode: { id: once.id }, state: 'MatchesCart' }] });
  t.equal((await api.remove(made)).status, 200);
  assertError(t, await refuse(second), 'DiscountCodeNonApplicable', {
    discountCode: once.code,
    dicountCodeId: once.id,
    reason: 'MaxApplicationReached',
  });
  const refusedWith = (used: Resource, changes: object = {}) =>
    api.resourcesAt('carts').refuseCreation({
      currency: 'EUR',
      lineItems: [{ sku: 'SCARF' }],
      discountCodes: [used.code],
      ...changes,
    });
  const usedUp = { discountCode: String, dicountCodeId: String, reason: 'MaxApplicationReached' };
  assertError(t, await refusedWith(once), 'DiscountCodeNonApplicable', usedUp);
  const later = await api.resourcesAt('carts').update(await shop.cart([['SCARF', 1]]), {
    action: 'addDiscountCode',
    code: once.code,
  });
  matchWhole(t, later, { discountCodes: [{ state: 'MaxApplicationReached' }], totalPrice: { centAmount: 2_000 } });

  const [anna, bert] = [await customer(), await customer()];
  const each = await code({ maxApplicationsPerCustomer: 1 });
  await order(await cartWith(each, { customerId: anna }));
  assertError(t, await refusedWith(each, { customerId: anna }), 'DiscountCodeNonApplicable', usedUp);
  await order(await cartWith(each, { customerId: bert }));

  const few = await code({ maxApplications: 3 });
  const rushed = await Promise.all(Array.from({ length: 12 }, () => cartWith(few)));
  const answers = await Promise.all(
    rushed.map(cart => http.send('POST', `${base}/orders`, { body: orderFromCartDraft(cart) })),
  );
  t.equal(answers.filter(({ status }) => status === 201).length, 3, 'the commit of the order counts the use');

  const gone = await code();
  const withGone = await cartWith(gone);
  t.equal((await codes.remove(gone)).status, 200);
  assertError(t, await refuse(withGone), 'DiscountCodeNonApplicable', {
    discountCode: gone.id,
    dicountCodeId: gone.id,
    reason: 'DoesNotExist',
  });

  const late = await code();
  const withLate = await cartWith(late);
  const [validFrom, validUntil] = ['2020-01-01T00:00:00.000Z', '2020-02-01T00:00:00.000Z'];
  await codes.update(late, { action: 'setValidFromAndUntil', validFrom, validUntil });
  const refused = await refuse(withLate);
  assertError(t, refused, 'DiscountCodeNonApplicable', {
    discountCode: late.code,
    dicountCodeId: late.id,
    validFrom,
    validUntil,
    validityCheckTime: String,
    reason: 'TimeRangeNonApplicable',
  });
  t.ok(Date.parse(String(refused.errors[0]?.validityCheckTime)) > Date.parse(validUntil));
});

test('refuses discount codes in a state other than MatchesCart (cart.6c416)', async t => {
  const codeFor = async (discount: object, changes: object = {}) => {
    const made = await api.createIn('cart-discounts', cartDiscountDraft({ requiresDiscountCode: true, ...discount }));
    const cartDiscounts = [{ typeId: 'cart-discount', id: made.id }];
    return api.createIn('discount-codes', { code: newKey('CODE'), cartDiscounts, ...changes });
  };
  const stop = await codeFor({ stackingMode: 'StopAfterThisDiscount', sortOrder: `0.99${Date.now()}1` });
  for (const [reason, code, others] of [
    ['DoesNotMatchCart', await codeFor({}, { cartPredicate: 'country = "AT"' }), []],
    ['NotActive', await codeFor({}, { isActive: false }), []],
    ['ApplicationStoppedByPreviousDiscount', await codeFor({ sortOrder: `0.00${Date.now()}1` }), [stop]],
  ] as const) {
    const discountCodes = [...others, code].map(each => each.code);
    const drafted = { currency: 'EUR', lineItems: [{ sku: 'SCARF' }], discountCodes };
    const expected = { discountCode: code.code, dicountCodeId: code.id, reason };
    assertError(t, await carts.refuseCreation(drafted), 'DiscountCodeNonApplicable', expected);
    const cart = await carts.update(
      await shop.cart([['SCARF', 1]]),
      ...discountCodes.map(each => ({ action: 'addDiscountCode', code: each })),
    );
    matchWhole(t, cart, { discountCodes: [...others.map(() => ({ state: 'MatchesCart' })), { state: reason }] });
    const refused = await refuse(cart);
    assertError(t, refused, 'DiscountCodeNonApplicable', {
      message: `The discountCode ${String(code.id)} cannot be applied to the cart.`,
      discountCode: code.code,
      dicountCodeId: code.id,
      reason,
    });
  }
});

// Actions are pure functions: they get a resource and a payload and return changes and messages, without a server or
// Redis.
const states = new Map<string, Partial<State>>([
  ['open', { id: 'open', key: 'open', type: 'OrderState', initial: true }],
  ['final', { id: 'final', key: 'final', type: 'OrderState', initial: false, transitions: [] }],
]);

const context = {
  project: {
    key: 'shop',
    languages: ['en'],
    currencies: [],
    countries: [],
    messages: { enabled: true, deleteDaysAfterCreation: 15 },
  },
  now: '2026-01-01T00:00:00.000Z',
  newId: () => 'new-id',
  reference: (typeId: string, { id }: { id?: string }) => ({ typeId, id }),
  load: (_typeId: string, { id }: { id?: string }) => states.get(id!),
} as unknown as Context;

const frozenOrder: Partial<Order> = Object.freeze({
  id: 'o',
  version: 1,
  orderState: 'Open',
  orderNumber: 'A-1',
  customerEmail: 'a@example.com',
});
const apply = (name: string, payload: object, resource: Partial<Order> = frozenOrder) =>
  (actions[name]!.apply as unknown as (resource: unknown, payload: unknown, context: Context) => unknown)(
    resource,
    payload,
    context,
  );

test('an action returns the members that it sets and the messages that it sends', async t => {
  t.same(apply('changeOrderState', { orderState: 'Complete' }), {
    set: { orderState: 'Complete' },
    messages: [{ type: 'OrderStateChanged', orderState: 'Complete', oldOrderState: 'Open' }],
  });
  t.same(apply('setCustomerEmail', {}), {
    set: { customerEmail: undefined },
    messages: [{ type: 'OrderCustomerEmailSet', email: undefined, oldEmail: 'a@example.com' }],
  });
  t.same(apply('setLocale', { locale: 'en' }), { set: { locale: 'en' } });
});

test('an action that changes nothing returns no members and no messages', async t => {
  for (const [name, payload] of [
    ['changeOrderState', { orderState: 'Open' }],
    ['setCustomerEmail', { email: 'a@example.com' }],
    ['setOrderNumber', { orderNumber: 'A-1' }],
    ['setShippingAddress', {}],
    ['setLocale', {}],
  ] as const)
    t.same(apply(name, payload), { set: {} }, name);
});

test('a refused action throws an error of the error table', async t => {
  t.throws(
    () => apply('setOrderNumber', { orderNumber: 'B' }),
    new ApiError(400, [
      { code: 'InvalidOperation', message: "The order number is 'A-1' and cannot be changed or removed." },
    ]),
  );
  t.throws(() => apply('setLocale', { locale: 'pt' }), { message: /The project is not configured for/ });
  t.throws(
    () =>
      apply('transitionState', { state: { id: 'open' } }, { ...frozenOrder, state: { typeId: 'state', id: 'final' } }),
    { message: /it is final/ },
  );
});

test('transitionState follows the rules of a workflow (OACT035)', async t => {
  matchWhole(t, apply('transitionState', { state: { id: 'open' } }), {
    set: { state: { typeId: 'state', id: 'open' } },
    messages: [{ type: 'OrderStateTransition', force: false }],
  });
  t.throws(() => apply('transitionState', { state: { id: 'final' } }), { message: /not initial/ });
  matchWhole(t, apply('transitionState', { state: { id: 'final' }, force: true }), { set: { state: { id: 'final' } } });
});
