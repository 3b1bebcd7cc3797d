/** Rules that the documentation of shipping methods states. */
import type { Cart } from '@commercetools/platform-sdk';
import { test } from '../../../support/tap.js';
import { germany, startShop } from '../../../support/cartShop.js';
import { money, newKey, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError } from '../../../support/refusal.js';
import { customItem } from '../cart/cartItems.js';

const shop = await startShop();
const { http, base, createIn, resourcesAt, zone, taxCategory } = shop;
const methods = resourcesAt('shipping-methods');
const rateIn = (...shippingRates: object[]) => ({ zone: referenceTo('zone', zone), shippingRates });
const draft = (changes: object = {}) => ({
  name: newKey('Parcel'),
  taxCategory: referenceTo('tax-category', taxCategory),
  isDefault: false,
  zoneRates: [rateIn({ price: money(500) })],
  ...changes,
});
const chosen = (method: { readonly id: string }) => ({ shippingMethod: referenceTo('shipping-method', method) });
const createCart = (changes: object = {}): Promise<Cart> =>
  shop.create({ shippingAddress: germany, customLineItems: [customItem({ money: money(1_000) })], ...changes });

test('a name is unique in a project (shipping-method.9acca, shipping-method.7a79e, shipping-method.25685)', async t => {
  const { name } = await createIn('shipping-methods', draft());
  const other = await createIn('shipping-methods', draft());
  const duplicate = { field: 'name', duplicateValue: name };
  assertError(t, await methods.refuseCreation(draft({ name })), 'DuplicateField', duplicate);
  assertError(t, await methods.refuse(other, { action: 'changeName', name }), 'DuplicateField', duplicate);
});

/** Also shows shipping-method.f77b2, shipping-method.f9d32, shipping-method.de2d4 and shipping-method.c08a3. */
test('a project has one default method, which is the first of those that match (shipping-method.d5d1c)', async t => {
  const main = await createIn('shipping-methods', draft({ isDefault: true }));
  const duplicate = { field: 'isDefault', duplicateValue: true };
  assertError(t, await methods.refuseCreation(draft({ isDefault: true })), 'DuplicateField', duplicate);
  const other = await createIn('shipping-methods', draft());
  const become = { action: 'changeIsDefault', isDefault: true };
  assertError(t, await methods.refuse(other, become), 'DuplicateField', duplicate);
  const cart = await createCart();
  t.notOk('shippingInfo' in cart, 'a cart does not get the default method by itself');
  const firstOf = async (query: string) =>
    (
      (await http.send('GET', `${base}/shipping-methods/${query}`)).json as {
        results: { id: string; isDefault: boolean }[];
      }
    ).results.map(({ id, isDefault }) => (isDefault ? id : undefined));
  const queries = [
    `matching-cart?cartId=${cart.id}`,
    'matching-location?country=DE',
    `matching-cart-location?cartId=${cart.id}&country=DE`,
  ];
  for (const query of queries) {
    const [id, ...others] = await firstOf(query);
    t.equal(id, main.id, query);
    t.ok(others.length > 0);
  }
  await methods.update(main, { action: 'changeIsDefault', isDefault: false });
  await methods.update(other, become);
  for (const query of queries) t.equal((await firstOf(query))[0], other.id, query);
});

test('a zone has one rate of a currency (shipping-method.99a54)', async t => {
  const zoneRates = [rateIn({ price: money(1) }, { price: money(2, 'USD') }, { price: money(3, 'USD') })];
  assertError(t, await methods.refuseCreation(draft({ zoneRates })), 'InvalidOperation', {
    message: `The zone '${zone.id}' already has a shipping rate in USD.`,
  });
});

test('tiers of scores start at 1, of values at a minimum (shipping-method.bdec0, shipping-method.b447a)', async t => {
  const scores = [
    { type: 'CartScore', score: 1, price: money(300) },
    { type: 'CartScore', score: 3, price: money(200) },
  ];
  const zero = [{ type: 'CartScore', score: 0, price: money(1) }];
  const zoneRates = (tiers: object[]) => [rateIn({ price: money(500), tiers })];
  assertError(t, await methods.refuseCreation(draft({ zoneRates: zoneRates(zero) })), 'InvalidField', {
    field: 'zoneRates[0].shippingRates[0].tiers[0].score',
    invalidValue: 0,
  });
  const byScore = await createIn('shipping-methods', draft({ zoneRates: zoneRates(scores) }));
  for (const [score, centAmount] of [
    [0, 500],
    [1, 300],
    [2, 300],
    [3, 200],
  ]) {
    const cart = await createCart({ ...chosen(byScore), shippingRateInput: { type: 'Score', score } });
    matchWhole(t, cart.shippingInfo, { price: { centAmount } }, `score ${score}`);
  }
  const values = [{ type: 'CartValue', minimumCentAmount: 2_000, price: money(100) }];
  const byValue = await createIn('shipping-methods', draft({ zoneRates: zoneRates(values) }));
  for (const [worth, centAmount] of [
    [1_999, 500],
    [2_000, 100],
  ]) {
    const customLineItems = [customItem({ money: money(worth!) })];
    matchWhole(t, (await createCart({ ...chosen(byValue), customLineItems })).shippingInfo, { price: { centAmount } });
  }
});

test('carts refuse inactive methods (shipping-method.0df39, shipping-method.06419, shipping-method.7aa7e)', async t => {
  const method = await createIn('shipping-methods', draft());
  const cart = await createCart(chosen(method));
  const without = await createCart();
  const carts = resourcesAt('carts');
  const updated = await carts.update(await createCart(), { action: 'setShippingMethod', ...chosen(method) });
  const made = await createIn('orders', { cart: referenceTo('cart', updated), version: updated.version });
  matchWhole(t, made, { shippingInfo: chosen(method) });
  await methods.update(method, { action: 'changeActive', active: false });
  const inactive = { message: /is not active/ };
  const members = { currency: 'EUR', shippingAddress: germany, ...chosen(method) };
  assertError(t, await carts.refuseCreation(members), 'InvalidOperation', inactive);
  assertError(
    t,
    await carts.refuse(without, { action: 'setShippingMethod', ...chosen(method) }),
    'InvalidOperation',
    inactive,
  );
  const body = { cart: referenceTo('cart', cart), version: cart.version };
  assertError(t, await http.send('POST', `${base}/orders`, { body }), 'ShippingMethodDoesNotMatchCart');
});

test('removes a zone with its rates, and the predicate (shipping-method.f09cb, shipping-method.41241)', async t => {
  const method = await createIn('shipping-methods', draft({ predicate: 'country = "DE"' }));
  const removed = await methods.update(method, { action: 'removeZone', zone: referenceTo('zone', zone) });
  t.same(removed.zoneRates, []);
  t.notOk('predicate' in (await methods.update(removed, { action: 'setPredicate' })));
  const other = await createIn('shipping-methods', draft({ predicate: 'country = "DE"' }));
  t.notOk('predicate' in (await methods.update(other, { action: 'setPredicate', predicate: null })));
});
