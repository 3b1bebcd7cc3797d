/** Checks of a cart when it is ordered. */
import { test } from '../../support/tap.js';
import { newKey, cartDiscountDraft, money } from '../../support/drafts.js';
import { matchWhole } from '../../support/matchWhole.js';
import type { Resource } from '../../support/resourceApi.js';
import { address, vatRate } from '../../support/shop.js';
import { orderFromCartDraft, startOrdersFromCarts } from './startOrdersFromCarts.js';

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
  matchWhole(t, await refuse(cart), {
    statusCode: 400,
    errors: [{ code: 'PriceChanged', lineItems: [item!.id], shipping: false }],
  });
  const zoneRate = (method.zoneRates as { zone: object; shippingRates: object[] }[])[0]!;
  await api
    .resourcesAt('shipping-methods')
    .update(
      method,
      { action: 'removeShippingRate', zone: zoneRate.zone, shippingRate: { price: money(300) } },
      { action: 'addShippingRate', zone: zoneRate.zone, shippingRate: { price: money(350) } },
    );
  matchWhole(t, await refuse(cart), { errors: [{ code: 'PriceChanged', lineItems: [item!.id], shipping: true }] });
  cart = await carts.update(cart, { action: 'recalculate' });
  matchWhole(t, cart, { totalPrice: { centAmount: 3_450 } });
  matchWhole(t, await order(cart), { totalPrice: { centAmount: 3_450 } });
});

test('refuses a shipping method that no longer matches the cart (ERR057, ERR061)', async t => {
  const method = await shop.shippingMethod(300);
  const cart = await carts.update(await shop.cart([['SCARF', 1]]), {
    action: 'setShippingMethod',
    shippingMethod: { typeId: 'shipping-method', id: method.id },
  });
  await api
    .resourcesAt('shipping-methods')
    .update(method, { action: 'setPredicate', predicate: 'totalPrice > "1000.00 EUR"' });
  matchWhole(t, await refuse(cart), { statusCode: 400, errors: [{ code: 'ShippingMethodDoesNotMatchCart' }] });
});

test('refuses shipping details that leave out pieces of an item (ERR058, ERR061)', async t => {
  const cart = await api.createIn('carts', {
    currency: 'EUR',
    shippingAddress: address(),
    itemShippingAddresses: [address({ key: 'home' })],
    lineItems: [{ sku: 'SCARF', quantity: 3, shippingDetails: { targets: [{ addressKey: 'home', quantity: 2 }] } }],
    customLineItems: [
      {
        name: { en: 'Wrap' },
        slug: 'wrap',
        money: money(100),
        quantity: 2,
        shippingDetails: { targets: [{ addressKey: 'home', quantity: 1 }] },
      },
    ],
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

test('refuses an item without a price or a tax rate (ERR059, ERR060, ERR061)', async t => {
  const sku = shop.newSku();
  const product = await shop.product(sku, 1_000);
  const cart = await shop.cart([[sku, 1]]);
  const priceId = (product.masterData as { current: { masterVariant: { prices: { id: string }[] } } }).current
    .masterVariant.prices[0]!.id;
  await api.resourcesAt('products').update(product, { action: 'removePrice', priceId, staged: false });
  matchWhole(t, await refuse(cart), {
    statusCode: 400,
    errors: [{ code: 'MatchingPriceNotFound', productId: product.id, variantId: 1, currency: 'EUR', country: 'DE' }],
  });
  const category = await api.createIn('tax-categories', { name: 'Reduced', rates: [vatRate('DE', 0.07)] });
  const taxed = shop.newSku();
  await shop.product(taxed, 1_000, { taxCategory: { typeId: 'tax-category', id: category.id } });
  const second = await shop.cart([[taxed, 1]]);
  const [rate] = category.rates as { id: string }[];
  await api.resourcesAt('tax-categories').update(category, { action: 'removeTaxRate', taxRateId: rate!.id });
  matchWhole(t, await refuse(second), {
    statusCode: 400,
    errors: [{ code: 'MissingTaxRateForCountry', taxCategoryId: category.id, country: 'DE' }],
  });
});

test('refuses discount codes that no longer apply or are used up, uses by deleted orders included (ERR054, ERR055, ERR056, ERR061, ORD102)', async t => {
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
  matchWhole(t, await refuse(second), {
    statusCode: 400,
    errors: [
      {
        code: 'DiscountCodeNonApplicable',
        discountCode: once.code,
        dicountCodeId: once.id,
        reason: 'MaxApplicationReached',
      },
    ],
  });
  matchWhole(t, await cartWith(once), {
    discountCodes: [{ state: 'MaxApplicationReached' }],
    totalPrice: { centAmount: 2_000 },
  });

  const [anna, bert] = [await customer(), await customer()];
  const each = await code({ maxApplicationsPerCustomer: 1 });
  await order(await cartWith(each, { customerId: anna }));
  matchWhole(t, await cartWith(each, { customerId: anna }), { discountCodes: [{ state: 'MaxApplicationReached' }] });
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
  matchWhole(t, await refuse(withGone), {
    errors: [
      { code: 'DiscountCodeNonApplicable', discountCode: gone.id, dicountCodeId: gone.id, reason: 'DoesNotExist' },
    ],
  });

  const late = await code();
  const withLate = await cartWith(late);
  const [validFrom, validUntil] = ['2020-01-01T00:00:00.000Z', '2020-02-01T00:00:00.000Z'];
  await codes.update(late, { action: 'setValidFromAndUntil', validFrom, validUntil });
  const refused = await refuse(withLate);
  matchWhole(t, refused, {
    errors: [
      {
        code: 'DiscountCodeNonApplicable',
        discountCode: late.code,
        dicountCodeId: late.id,
        validFrom,
        validUntil,
        validityCheckTime: String,
        reason: 'TimeRangeNonApplicable',
      },
    ],
  });
  t.ok(Date.parse(String(refused.errors[0]?.validityCheckTime)) > Date.parse(validUntil));
});
