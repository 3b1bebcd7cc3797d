/** Tests how the contents of two carts are merged, without Redis, and the customer's cart after a merge. */
import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import { test } from '../../../../support/tap.js';
import { assertError } from '../../../../support/refusal.js';
import { type CartContent, mergeCarts } from '../../../../../src/commerce/resources/customer/carts/mergeCarts.js';
import type { CustomLineItem, LineItem } from '../../../../../src/commerce/resources/shared/cartAndOrder/items.js';
import { matchWhole, rowsOf, valuesOf } from '../../../../support/matchWhole.js';
import { cartDiscountDraft, newKey } from '../../../../support/drafts.js';
import { address } from '../../../../support/shop.js';
import { customItem } from '../../cart/cartItems.js';
import { newCustomer, quantitiesBySku, startSignIns } from './startSignIns.js';

const now = '2026-01-01T00:00:00.000Z';
const initial = { typeId: 'state', id: 'initial' };
const euros = { type: 'centPrecision', currencyCode: 'EUR', centAmount: 100, fractionDigits: 2 };

let count = 0;

const item = (productId: string | undefined, quantity: number, changes: object = {}): LineItem =>
  ({
    id: `i${++count}`,
    productId,
    name: { en: 'Jacket' },
    variant: { id: 1 },
    quantity,
    price: { id: 'p', value: euros },
    totalPrice: euros,
    state: [{ quantity, state: initial }],
    priceMode: 'Platform',
    lineItemMode: 'Standard',
    discountedPricePerQuantity: [],
    taxedPricePortions: [],
    perMethodTaxRate: [],
    ...changes,
  }) as unknown as LineItem;

const fee = (slug: string, quantity: number, changes: object = {}): CustomLineItem =>
  ({
    id: `c${++count}`,
    slug,
    quantity,
    name: { en: slug },
    money: euros,
    totalPrice: euros,
    state: [{ quantity, state: initial }],
    priceMode: 'Standard',
    ...changes,
  }) as unknown as CustomLineItem;

const content = (lineItems: LineItem[], changes: Partial<CartContent> = {}): CartContent => ({
  lineItems,
  customLineItems: [],
  itemShippingAddresses: [],
  ...changes,
});

const details = (addressKey: string, quantity: number) => ({ targets: [{ addressKey, quantity }], valid: true });
const place = (key: string, city: string) => ({ key, country: 'DE', city });

test("merges line items to the larger quantity and keeps the customer's custom fields (CUST116, CUST120)", async t => {
  const custom = (text: string) => ({ custom: { type: { typeId: 'type', id: 't' }, fields: { text } } });
  const small = item('a', 2, custom('mine'));
  const rows: readonly [string, LineItem, LineItem, number][] = [
    ['more in the anonymous cart', item('a', 5, custom('theirs')), small, 5],
    ["more in the customer's", item('a', 1, custom('theirs')), small, 2],
    ['as many', item('a', 2, custom('theirs')), small, 2],
  ];
  for (const [name, theirs, own, quantity] of rows) {
    const { lineItems } = mergeCarts(content([theirs]), content([own]), now);
    matchWhole(t, lineItems, [{ id: own.id, quantity, custom: own.custom, state: [{ quantity }] }], name);
    t.equal(lineItems.length, 1, name);
  }
  const others = mergeCarts(
    content([item('a', 1, { variant: { id: 2 } }), item('b', 1, custom('theirs'))]),
    content([small]),
    now,
  ).lineItems;
  matchWhole(
    t,
    others,
    [{ quantity: 2 }, { variant: { id: 2 }, quantity: 1 }, { productId: 'b', ...custom('theirs') }],
    'other variants and products are added unchanged',
  );
  const priced = { priceMode: 'ExternalTotal', totalPrice: { ...euros, centAmount: 4_000 } };
  matchWhole(
    t,
    mergeCarts(content([item('a', 5)]), content([item('a', 2, priced)]), now).lineItems,
    [{ quantity: 5, priceMode: 'ExternalPrice', price: { value: euros } }],
    'an external total applies only to its own quantity',
  );
  matchWhole(t, mergeCarts(content([item('a', 5, priced)]), content([item('a', 2)]), now).lineItems, [
    { quantity: 5, priceMode: 'Platform' },
  ]);
  t.same(
    mergeCarts(content([item('a', 5, { lineItemMode: 'GiftLineItem' })]), content([]), now).lineItems,
    [],
    'gift line items are not merged',
  );
  matchWhole(
    t,
    mergeCarts(
      content([item('b', 1, { key: 'one' }), item('c', 1, { key: 'two' })]),
      content([item('a', 1, { key: 'one' })]),
      now,
    ).lineItems.map(({ key }) => key),
    ['one', undefined, 'two'],
  );
  const own = (name: string, quantity: number) => item(undefined, quantity, { name: { en: name } });
  matchWhole(
    t,
    mergeCarts(content([own('Engraving', 3), own('Wrap', 1)]), content([own('Engraving', 1)]), now).lineItems,
    [{ name: { en: 'Engraving' }, quantity: 3 }],
    'items without a product are matched by name, and the price of another one is no price here',
  );
});

test('merges custom line items to the larger quantity and copies no others (CUST117, CUST121)', async t => {
  const merge = (theirs: CustomLineItem[], own: CustomLineItem[]) =>
    mergeCarts(content([], { customLineItems: theirs }), content([], { customLineItems: own }), now).customLineItems;
  matchWhole(t, merge([fee('wrap', 3), fee('card', 1)], [fee('wrap', 2)]), [
    { slug: 'wrap', quantity: 3, state: [{ quantity: 3 }] },
  ]);
  t.equal(merge([fee('wrap', 3), fee('card', 1)], [fee('wrap', 2)]).length, 1);
  matchWhole(t, merge([fee('wrap', 1)], [fee('wrap', 2)]), [{ quantity: 2 }]);
  matchWhole(
    t,
    merge([fee('other', 4, { key: 'k' })], [fee('wrap', 2, { key: 'k' })]),
    [{ slug: 'wrap', quantity: 4 }],
    'custom line items are matched by key if no slug matches',
  );
  matchWhole(
    t,
    merge([fee('wrap', 9, { key: 'k' })], [fee('x', 1, { key: 'k' }), fee('wrap', 1)]),
    [{ quantity: 1 }, { quantity: 9 }],
    'a match by slug has precedence over a match by key',
  );
});

test('takes shipping details of the larger quantity and keeps all addresses (CUST118, CUST119)', async t => {
  const theirs = content(
    [
      item('a', 3, { shippingDetails: details('home', 3) }),
      item('b', 1, { shippingDetails: details('home', 1) }),
      item('c', 1, { shippingDetails: details('work', 1) }),
    ],
    { itemShippingAddresses: [place('home', 'Kiel'), place('work', 'Bonn'), place('shop', 'Ulm')] },
  );
  const own = content(
    [item('a', 2, { shippingDetails: details('home', 2) }), item('b', 2, { shippingDetails: details('home', 2) })],
    { itemShippingAddresses: [place('home', 'Bremen'), place('shop', 'Ulm')] },
  );
  const merged = mergeCarts(theirs, own, now);
  t.same(merged.itemShippingAddresses, [
    place('home', 'Bremen'),
    place('shop', 'Ulm'),
    place('home-2', 'Kiel'),
    place('work', 'Bonn'),
  ]);
  t.same(valuesOf(merged.lineItems, 'shippingDetails'), [details('home-2', 3), details('home', 2), details('work', 1)]);
});

const anyItem = fc
  .record({
    productId: fc.constantFrom('a', 'b', undefined),
    variant: fc.constantFrom(1, 2),
    quantity: fc.integer({ min: 1, max: 9 }),
    key: fc.option(fc.constantFrom('k', 'l'), { nil: undefined }),
    address: fc.constantFrom('home', 'work'),
  })
  .map(({ productId, variant, quantity, key, address: addressKey }) =>
    item(productId, quantity, { variant: { id: variant }, key, shippingDetails: details(addressKey, quantity) }),
  );

const anyContent = fc
  .record({
    lineItems: fc.uniqueArray(anyItem, { maxLength: 8, selector: ({ key, id }) => key ?? id }),
    fees: fc.array(fc.tuple(fc.constantFrom('x', 'y'), fc.integer({ min: 1, max: 9 })), { maxLength: 4 }),
    cities: fc.tuple(fc.constantFrom('Kiel', 'Bonn'), fc.constantFrom('Kiel', 'Bonn')),
  })
  .map(({ lineItems, fees, cities: [home, work] }) =>
    content(lineItems, {
      customLineItems: fees.map(([slug, quantity]) => fee(slug, quantity)),
      itemShippingAddresses: [place('home', home), place('work', work)],
    }),
  );

const variantName = ({ productId, variant }: LineItem) => `${productId}/${variant.id}`;

const quantitiesOf = (items: readonly LineItem[], name: string) =>
  items
    .filter(each => variantName(each) === name)
    .map(({ quantity }) => quantity)
    .sort((a, b) => b - a);

const cityOf = ({ itemShippingAddresses }: Pick<CartContent, 'itemShippingAddresses'>, { shippingDetails }: LineItem) =>
  itemShippingAddresses.find(({ key }) => key === shippingDetails!.targets[0]!.addressKey)!.city;

test('a merge loses no line item, and a second one changes nothing (CUST116, CUST117, CUST118, CUST119)', async t => {
  fc.assert(
    fc.property(anyContent, anyContent, (theirs, own) => {
      const merged = mergeCarts(theirs, own, now);
      for (const name of new Set([...theirs.lineItems, ...own.lineItems].map(variantName))) {
        const [a, b, all] = [theirs.lineItems, own.lineItems, merged.lineItems].map(items => quantitiesOf(items, name));
        const isWithoutProduct = name.startsWith('undefined');
        // Items without a product do not get into another cart.
        if (all!.length !== (isWithoutProduct ? b!.length : Math.max(a!.length, b!.length)))
          throw new Error(`${name}: ${all!.length} items of ${a!.length} and ${b!.length}`);
        if (isWithoutProduct) continue;
        for (const one of [a!, b!])
          one.forEach((quantity, at) => {
            if (all![at]! < quantity) throw new Error(`${name}: ${all!.join()} of ${a!.join()} and ${b!.join()}`);
          });
        if (all![0] !== Math.max(a![0] ?? 0, b![0] ?? 0)) throw new Error('more pieces than in either cart');
      }
      for (const { id, quantity, shippingDetails, state } of merged.lineItems)
        if (shippingDetails!.targets[0]!.quantity !== quantity || state[0]!.quantity !== quantity)
          throw new Error(`${id}: the quantities of its pieces do not add up`);
      // The pieces of every item go to the same city as before the merge.
      for (const each of merged.lineItems) {
        const before = [theirs, own].flatMap(cart =>
          cart.lineItems
            .filter(one => variantName(one) === variantName(each) && one.quantity === each.quantity)
            .map(one => cityOf(cart, one)),
        );
        if (!before.includes(cityOf(merged, each)))
          throw new Error(`sent to ${cityOf(merged, each)}, expected ${before.join()}`);
      }
      const keys = [...merged.lineItems, ...merged.itemShippingAddresses]
        .map(({ key }) => key)
        .filter(key => key !== undefined);
      if (new Set(keys).size !== keys.length) throw new Error('a key twice');
      deepEqual(mergeCarts(theirs, { ...own, ...merged }, now), merged);
    }),
  );
  t.pass('merges any two carts');
});

const { api, createAnonymousCart, createCart, createOwnCart, get, getActiveCart, refusedSignIn, shop, signIn } =
  await startSignIns();

test('merges into the latest active cart (CUST114, CUST115, CUST117, CUST121, CUST124, customer.b6b0c)', async t => {
  const customer = newCustomer();
  const old = await createOwnCart(customer, [['HAT', 1]]);
  const own = await createOwnCart(
    customer,
    [
      ['JACKET', 2],
      ['SCARF', 1],
    ],
    { key: newKey('cart'), customLineItems: [customItem({ slug: 'wrap' })] },
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
      customLineItems: [customItem({ slug: 'wrap', quantity: 2 }), customItem({ slug: 'card' })],
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
  matchWhole(t, rowsOf(after.customLineItems, 'slug', 'quantity'), [['wrap', 2]]);
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
  assertError(t, await refusedSignIn({ customer: newCustomer(), anonymousCartId: cart.id }), 'InvalidOperation', {
    message: /no anonymous cart/,
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
  assertError(
    t,
    await refusedSignIn({ customer, anonymousCartId: dollars.id, anonymousId: session }),
    'InvalidOperation',
    { message: /USD.*EUR/ },
  );
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
