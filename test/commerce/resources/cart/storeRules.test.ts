/** Limits of a store on its carts and orders, and codes whose cart discounts cannot apply. */
import { germany } from '../../../support/cartShop.js';
import { lineItemDraft, money, newKey, orderDraft, referenceTo } from '../../../support/drafts.js';
import { createQuoteFromCart } from '../../../support/quotes.js';
import { assertError } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';
import { customItem } from './cartItems.js';
import { startCarts } from './startCarts.js';

const shop = await startCarts();
const { http, base, createIn, create, update, refuse, refuseCreation, discountFor, resourcesAt } = shop;
const roles = ['ProductDistribution', 'InventorySupply'];
const channel = async () => referenceTo('channel', await createIn('channels', { key: newKey('channel'), roles }));
const [own, foreign] = [await channel(), await channel()];
const key = newKey('store');
const store = { typeId: 'store', key };
await createIn('stores', {
  key,
  countries: [{ code: 'DE' }, { code: 'AT' }],
  distributionChannels: [own],
  supplyChannels: [own],
});
const open = { typeId: 'store', key: newKey('open') };
await createIn('stores', { key: open.key });
const { sku } = shop.soldProduct;
const inStore = `${base}/in-store/key=${key}`;
const noCountry = { country: 'FR', storeCountries: ['DE', 'AT'] };
const noChannel = (field: string) => ({
  message: new RegExp(`'${foreign.id}' is not one of the ${field}s of the store`),
});

test('refuses a country that the store of a cart does not have (cart.ed6b9, me.c74be, error.4edc1)', async t => {
  assertError(t, await refuseCreation({ store, country: 'FR' }), 'CountryNotConfiguredInStore', noCountry);
  const body = { currency: 'EUR', country: 'FR' };
  assertError(t, await http.send('POST', `${inStore}/carts`, { body }), 'CountryNotConfiguredInStore', noCountry);
  const buyer = await shop.newBuyer(`manage_my_orders:${shop.projectKey}:${key}`);
  const mine = await buyer.http.send('POST', `${inStore}/me/carts`, { body });
  assertError(t, mine, 'CountryNotConfiguredInStore', noCountry);
});

test('refuses setCountry with a country that the store does not have (cart.61dba, cart.67b5b)', async t => {
  let cart = await create({ store, country: 'DE' });
  const refused = await refuse(cart, { action: 'setCountry', country: 'FR' });
  assertError(t, refused, 'CountryNotConfiguredInStore', noCountry);
  cart = await update(cart, { action: 'setCountry', country: 'AT' });
  t.equal(cart.country, 'AT');
  t.notOk('country' in (await update(cart, { action: 'setCountry' })), 'a cart without a country fits every store');
  t.equal((await create({ store: open, country: 'FR' })).country, 'FR', 'a store without countries has all of them');
});

for (const [field, rules] of [
  ['distributionChannel', 'cart.b3575, me.8c6e9'],
  ['supplyChannel', 'Store.supplyChannels'],
] as const)
  test(`refuses line items with a foreign ${field} of the store (${rules})`, async t => {
    const item = { sku, [field]: foreign };
    assertError(t, await refuseCreation({ store, lineItems: [item] }), 'InvalidInput', noChannel(field));
    const cart = await create({ store, lineItems: [{ sku, [field]: own }] });
    assertError(t, await refuse(cart, { action: 'addLineItem', ...item }), 'InvalidInput', noChannel(field));
    const action = `setLineItem${field[0]!.toUpperCase()}${field.slice(1)}`;
    const refused = await refuse(cart, { action, lineItemId: cart.lineItems[0]!.id, [field]: foreign });
    assertError(t, refused, 'InvalidInput', noChannel(field));
    const free = await create({ store: open, lineItems: [item] });
    t.same(free.lineItems[0]![field], foreign, 'a store without channels has all of them');
    t.same((await create({ lineItems: [item] })).lineItems[0]![field], foreign, 'and so has a cart without a store');
  });

test('refuses the import of an order with what its store does not have (OrderImportDraft.store)', async t => {
  const orders = resourcesAt('orders/import');
  const imported = (changes: object) => orders.refuseCreation(orderDraft({ store, ...changes } as never));
  assertError(t, await imported({ country: 'FR' }), 'CountryNotConfiguredInStore', noCountry);
  for (const field of ['distributionChannel', 'supplyChannel'] as const)
    assertError(
      t,
      await imported({ lineItems: [lineItemDraft({ [field]: foreign })] }),
      'InvalidInput',
      noChannel(field),
    );
  const lineItems = [lineItemDraft({ distributionChannel: own, supplyChannel: own })];
  t.same((await orders.create(orderDraft({ store, country: 'AT', lineItems } as never))).country, 'AT');
});

const quotes = { quayside: shop.quayside, projectKey: shop.projectKey, create: createIn };
for (const [source, path, makeDraft] of [
  [
    'cart',
    'orders',
    async (draft: object) => {
      const cart = await create({ ...draft, customLineItems: [customItem()] });
      return { cart: referenceTo('cart', cart), version: cart.version };
    },
  ],
  [
    'quote',
    'orders/quotes',
    async (draft: object) => {
      const quote = await createQuoteFromCart(quotes, draft);
      return { quote: referenceTo('quote', quote), version: quote.version };
    },
  ],
] as const)
  test(`refuses an order from a ${source} with a country that the store has no longer (error.4edc1)`, async t => {
    const stores = resourcesAt<{ id: string; version: number }>('stores');
    const { id, version } = await stores.create({ key: newKey('store'), countries: [{ code: 'FR' }] });
    const inFrance = { store: { typeId: 'store', id }, country: 'FR', shippingAddress: germany, taxMode: 'External' };
    const body = await makeDraft(inFrance);
    await stores.update({ id, version }, { action: 'setCountries', countries: [{ code: 'DE' }] });
    const refused = await http.send('POST', `${base}/${path}`, { body });
    assertError(t, refused, 'CountryNotConfiguredInStore', { country: 'FR', storeCountries: ['DE'] });
  });

const past = '2020-01-01T00:00:00.000Z';
for (const [title, discount, refusal] of [
  ['inactive', { isActive: false }, { reason: 'NotActive' }],
  ['expired', { validUntil: past }, { reason: 'TimeRangeNonApplicable', validityCheckTime: String }],
  ['of another store', { stores: [open] }, { reason: 'DoesNotMatchCart' }],
] as const)
  test(`refuses a code whose cart discounts are ${title} (cart.56d0e, error.de3ad)`, async t => {
    const codeOf = async (...discounts: object[]) => {
      const made = await Promise.all(discounts.map(each => discountFor({ requiresDiscountCode: true, ...each })));
      const cartDiscounts = made.map(each => referenceTo('cart-discount', each));
      return createIn<{ id: string; code: string }>('discount-codes', { code: newKey('CODE'), cartDiscounts });
    };
    const { id: dicountCodeId, code } = await codeOf(discount);
    const expected = { discountCode: code, dicountCodeId, ...refusal };
    const draft = { store, customLineItems: [customItem({ money: money(1_000) })] };
    const drafted = await refuseCreation({ ...draft, discountCodes: [code] });
    assertError(t, drafted, 'DiscountCodeNonApplicable', expected);
    const refused = await refuse(await create(draft), { action: 'addDiscountCode', code });
    assertError(t, refused, 'DiscountCodeNonApplicable', expected);
    const mixed = await codeOf(discount, {});
    const taken = await shop.update(await create(draft), { action: 'addDiscountCode', code: mixed.code });
    t.equal(taken.discountCodes.length, 1, 'one discount that can apply is enough');
  });
