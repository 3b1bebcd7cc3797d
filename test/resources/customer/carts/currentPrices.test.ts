/** Tests the prices, taxes and products of the cart that a sign-in responds with. */
import { test } from '../../../support/tap.js';
import { money, newKey } from '../../../support/drafts.js';
import { address } from '../../../support/shop.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { newCustomer, quantitiesBySku, startSignIns } from './startSignIns.js';

const { api, createAnonymousCart, createCart, createOwnCart, get, refusedSignIn, shop, signIn } = await startSignIns();

test('responds with current prices and without line items that are no longer sold (CUST124, CUST134)', async t => {
  const group = await api.createIn('customer-groups', { groupName: newKey('group') });
  const customer = newCustomer(group);
  const [kept, gone] = [shop.newSku(), shop.newSku()];
  const ofGroup = { value: money(4_000), customerGroup: { typeId: 'customer-group' as const, id: group.id } };
  const product = await shop.product(kept, 5_000, {
    masterVariant: { sku: kept, prices: [{ value: money(5_000) }, ofGroup] },
  });
  const withdrawn = await shop.product(gone, 1_000);
  const session = newKey('session');
  const [old, cart] = [
    await createAnonymousCart(session, [[kept, 1]]),
    await createAnonymousCart(session, [
      [kept, 2],
      [gone, 1],
    ]),
  ];
  matchWhole(t, cart, { totalPrice: { centAmount: 11_000 } });
  const products = api.resourcesAt('products');
  await products.update(withdrawn, { action: 'unpublish' });
  await products.update(product, { action: 'changeName', name: { en: 'Coat' }, staged: false });
  const active = (await signIn({ customer, anonymousId: session }))!;
  matchWhole(t, active, {
    id: cart.id,
    totalPrice: { centAmount: 8_000 },
    lineItems: [{ quantity: 2, name: { en: 'Rain jacket' } }],
  });
  t.same(quantitiesBySku(active), { [kept]: 2 });
  matchWhole(
    t,
    await get('carts', old.id),
    { totalPrice: { centAmount: 4_000 }, customerGroup: { id: group.id } },
    'the other cart has the prices of the group as well',
  );
  matchWhole(t, await signIn({ customer, updateProductData: true }), {
    id: cart.id,
    version: active.version + 1,
    lineItems: [{ name: { en: 'Coat' } }],
  });
  matchWhole(t, await signIn({ customer }), { version: active.version + 1 }, 'an unchanged cart is not written');
  t.equal(await signIn({ customer: newCustomer() }), undefined, 'responds without a cart if there is none');
});

test('refuses a sign-in without a tax rate for the country, without a change (CUST132)', async t => {
  const customer = newCustomer();
  const sku = shop.newSku();
  const taxCategory = await api.createIn('tax-categories', {
    name: newKey('tax'),
    rates: [{ name: 'VAT', amount: 0.19, includedInPrice: true, country: 'DE' }],
  });
  await shop.product(sku, 1_000, { taxCategory: { typeId: 'tax-category', id: taxCategory.id } });
  const cart = await createCart([[sku, 1]]);
  const own = await createOwnCart(customer, [['JACKET', 1]], { shippingAddress: address({ country: 'FR' }) });
  matchWhole(t, await refusedSignIn({ customer, anonymousCartId: cart.id }), {
    errors: [{ code: 'MissingTaxRateForCountry', taxCategoryId: taxCategory.id, country: 'FR' }],
  });
  t.same([(await get('carts', cart.id)).version, (await get('carts', own.id)).version], [1, own.version]);
});
