/** Tests the customer's cart after an anonymous cart was merged into it. */
import { test } from '../../../support/tap.js';
import { cartDiscountDraft, customLineItemDraft, newKey } from '../../../support/drafts.js';
import { address } from '../../../support/shop.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { newCustomer, quantitiesBySku, startSignIns } from './startSignIns.js';

const { api, createAnonymousCart, createCart, createOwnCart, get, getActiveCart, refusedSignIn, shop, signIn } =
  await startSignIns();

test("merges the anonymous cart into the customer's active cart that was modified last (CUST114, CUST115, CUST117, CUST121, CUST124)", async t => {
  const customer = newCustomer();
  const old = await createOwnCart(customer, [['HAT', 1]]);
  const own = await createOwnCart(
    customer,
    [
      ['JACKET', 2],
      ['SCARF', 1],
    ],
    { key: newKey('cart'), customLineItems: [customLineItemDraft({ slug: 'wrap', quantity: 1 })] },
  );
  const quoted = await createCart([['HAT', 1]], { origin: 'Quote' });
  matchWhole(
    t,
    await signIn({ customer, anonymousCartId: quoted.id }),
    { id: own.id, version: own.version },
    'the cart of a quote is assigned and not merged',
  );
  const cart = await createCart(
    [
      ['JACKET', 1],
      ['SCARF', 4],
      ['HAT', 1],
    ],
    {
      customLineItems: [customLineItemDraft({ slug: 'wrap', quantity: 2 }), customLineItemDraft({ slug: 'card' })],
      billingAddress: address(),
    },
  );
  const after = (await signIn({ customer, anonymousCartId: cart.id, mode: 'MergeWithExistingCustomerCart' }))!;
  matchWhole(t, after, {
    id: own.id,
    key: own.key,
    version: own.version + 1,
    cartState: 'Active',
    totalPrice: { centAmount: 2 * 10_000 + 4 * 2_000 + 3_000 + 2 * 200 },
  });
  t.same(quantitiesBySku(after), { JACKET: 2, SCARF: 4, HAT: 1 });
  t.ok(
    after.lineItems.every(
      each =>
        each.taxedPrice !== undefined && each.totalPrice.centAmount === each.price.value.centAmount * each.quantity,
    ),
    'prices and taxes are current',
  );
  matchWhole(
    t,
    after.customLineItems.map(({ slug, quantity }) => [slug, quantity]),
    [['wrap', 2]],
  );
  t.notOk('billingAddress' in after, "the customer's cart keeps its other members");
  matchWhole(t, await get('carts', cart.id), {
    version: cart.version + 1,
    cartState: 'Merged',
    customerId: customer.id,
    lineItems: [{ quantity: 1 }, { quantity: 4 }, { quantity: 1 }],
  });
  t.equal((await get('carts', old.id)).version, old.version);
  matchWhole(
    t,
    await signIn({ customer, anonymousCartId: cart.id }),
    { id: own.id, version: after.version },
    'a cart that is already merged changes nothing',
  );
  matchWhole(t, await refusedSignIn({ customer: newCustomer(), anonymousCartId: cart.id }), {
    errors: [{ code: 'InvalidOperation', message: /no anonymous cart/ }],
  });
});

test("keeps the customer's cart as the active one if the merge adds nothing (CUST115)", async t => {
  const customer = newCustomer();
  const session = newKey('session');
  const own = await createOwnCart(customer, [['JACKET', 2]]);
  const [old, cart] = [
    await createAnonymousCart(session, [['SCARF', 1]]),
    await createAnonymousCart(session, [['JACKET', 1]]),
  ];
  matchWhole(t, await signIn({ customer, anonymousId: session }), { id: own.id, version: own.version + 1 });
  matchWhole(
    t,
    [await get('carts', cart.id), await get('carts', old.id)],
    [{ cartState: 'Merged' }, { cartState: 'Active', customerId: customer.id }],
  );
  t.equal((await getActiveCart(customer.id)).id, own.id);
});

test('refuses to merge carts of different currencies without a change (CUST123, CUST136)', async t => {
  const customer = newCustomer();
  const session = newKey('session');
  const own = await createOwnCart(customer, [['JACKET', 1]]);
  const dollars = await createAnonymousCart(session, [], { currency: 'USD' });
  const other = await createAnonymousCart(session, [['HAT', 1]]);
  matchWhole(t, await refusedSignIn({ customer, anonymousCartId: dollars.id, anonymousId: session }), {
    statusCode: 400,
    errors: [{ code: 'InvalidOperation', message: /USD.*EUR/ }],
  });
  t.same(await Promise.all([own, dollars, other].map(async ({ id }) => (await get('carts', id)).version)), [
    own.version,
    1,
    1,
  ]);
  matchWhole(t, await signIn({ customer, anonymousCartId: dollars.id, mode: 'UseAsNewActiveCustomerCart' }), {
    id: dollars.id,
    cartState: 'Active',
  });
});

test('applies discounts and gifts to the merged cart (CUST116, CUST124)', async t => {
  const customer = newCustomer();
  const sku = shop.newSku();
  const gift = await shop.product(sku, 500);
  const session = newKey('session');
  await api.createIn(
    'cart-discounts',
    cartDiscountDraft({
      value: { type: 'giftLineItem', product: { typeId: 'product', id: gift.id }, variantId: 1 },
      target: undefined,
      cartPredicate: 'totalPrice > "10.00 EUR"',
    }),
  );
  await api.createIn('cart-discounts', cartDiscountDraft({ cartPredicate: 'totalPrice > "120.00 EUR"' }));
  const own = await createOwnCart(customer, [['SCARF', 1]]);
  const cart = await createAnonymousCart(session, [
    ['JACKET', 1],
    ['SCARF', 1],
    [sku, 1],
  ]);
  t.equal(cart.lineItems.length, 4);
  const after = (await signIn({ customer, anonymousId: session }))!;
  matchWhole(t, after, { id: own.id, totalPrice: { centAmount: (10_000 + 2_000 + 500) * 0.9 } });
  matchWhole(
    t,
    after.lineItems.map(({ variant, lineItemMode }) => [variant.sku, lineItemMode]),
    [
      ['SCARF', 'Standard'],
      ['JACKET', 'Standard'],
      [sku, 'Standard'],
      [sku, 'GiftLineItem'],
    ],
  );
  matchWhole(t, await signIn({ customer }), { version: after.version });
});
