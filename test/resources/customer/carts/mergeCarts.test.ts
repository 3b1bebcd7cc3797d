/** Tests how the contents of two carts are merged, without Redis. */
import { deepEqual } from 'node:assert/strict';
import { test } from '../../../support/tap.js';
import { type CartContent, mergeCarts } from '../../../../src/resources/customer/carts/mergeCarts.js';
import type { LineItem } from '../../../../src/resources/shared/lineItem.js';
import type { CustomLineItem } from '../../../../src/resources/shared/customLineItem.js';
import { matchWhole } from '../../../support/matchWhole.js';
import fc from 'fast-check';

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
  taxMode: 'Platform',
  ...changes,
});
const details = (addressKey: string, quantity: number) => ({ targets: [{ addressKey, quantity }], valid: true });
const place = (key: string, city: string) => ({ key, country: 'DE', city });

test("merges line items of one variant to the larger quantity and keeps the customer's custom fields (CUST116, CUST120)", async t => {
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
    [{ quantity: 5, priceMode: 'Platform' }],
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
  const own = (name: string) => item(undefined, 1, { name: { en: name } });
  t.equal(
    mergeCarts(content([own('Engraving'), own('Wrap')]), content([own('Engraving')]), now).lineItems.length,
    2,
    'items without a product are matched by name',
  );
});

test('merges custom line items of both carts to the larger quantity and copies no others (CUST117, CUST121)', async t => {
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

test('takes shipping details from the larger quantity and keeps the addresses of both carts (CUST118, CUST119)', async t => {
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
  t.same(
    merged.lineItems.map(({ shippingDetails }) => shippingDetails),
    [details('home-2', 3), details('home', 2), details('work', 1)],
  );
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

test('loses no line item in any merge, keeps the larger quantity, and changes nothing in a second merge (CUST116, CUST117, CUST118, CUST119)', async t => {
  fc.assert(
    fc.property(anyContent, anyContent, (theirs, own) => {
      const merged = mergeCarts(theirs, own, now);
      for (const name of new Set([...theirs.lineItems, ...own.lineItems].map(variantName))) {
        const [a, b, all] = [theirs.lineItems, own.lineItems, merged.lineItems].map(items => quantitiesOf(items, name));
        if (all!.length !== Math.max(a!.length, b!.length))
          throw new Error(`${name}: ${all!.length} items of ${a!.length} and ${b!.length}`);
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
