/** Rules that the SDK documents about cart discounts, one row each. */
import type { Cart } from '@commercetools/platform-sdk';
import { cartDiscountDraft, createType, money, newKey, newSortOrder, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertBadRequest } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';
import { customItem } from '../cart/cartItems.js';
import { newOrderNumber, startPricing } from '../cart/startPricing.js';
import { absolute, customLines, multiBuy, pattern, relative, units } from './discountParts.js';

const shop = await startPricing();
const { http, base, createIn, create, update, discount, codeFor, resourcesAt } = shop;
const discounts = resourcesAt('cart-discounts');

const lines = { type: 'lineItems', predicate: 'true' };

const channel = referenceTo('channel', await createIn('channels', { key: newKey('c'), roles: ['Primary'] }));
const product = referenceTo('product', await shop.product([{ value: money(100) }]));
const gift = { type: 'giftLineItem', product, variantId: 1 };
const strict = await createType(
  createIn,
  ['cart-discount'],
  [{ name: 'note', label: { en: 'n' }, required: true, type: { name: 'String' }, inputHint: 'SingleLine' }],
);
const taken = await discounts.create(cartDiscountDraft({ isActive: false }));
const stores = await Promise.all(Array.from({ length: 501 }, () => createIn('stores', { key: newKey('store') })));
const storeIds = stores.map(store => referenceTo('store', store));
const value = (changes: object) => ({ value: changes });

const refusedDrafts = [
  [
    'a second discount with the sortOrder (cart-discount.ebc56, cart-discount.7a388)',
    { sortOrder: taken.sortOrder },
    'DuplicateField',
    { field: 'sortOrder', duplicateValue: taken.sortOrder },
  ],
  [
    'a gift with a target (cart-discount.4881a, cart-discount.0c3e5)',
    { value: gift, target: lines },
    'InvalidInput',
    { message: /giftLineItem has no target; got lineItems\.$/ },
  ],
  [
    'more than 500 stores (cart-discount.bde40, error.b9b6f)',
    { stores: storeIds },
    'MaxStoreReferencesReached',
    { message: /^Maximum number of store discounts on a single cart discount reached 500$/ },
  ],
  [
    'a discount group, which does not exist (cart-discount.6e9d2)',
    { discountGroup: { typeId: 'discount-group', key: 'sale' } },
    'ReferencedResourceNotFound',
    { typeId: 'discount-group', key: 'sale' },
  ],
  [
    'a scope with recurrence policies that names none',
    { recurringOrderScope: { type: 'ApplicableRecurrencePolicies' } },
    'InvalidOperation',
    { message: /needs recurrencePolicies\.$/ },
  ],
  [
    'a recurrence policy, which does not exist',
    {
      recurringOrderScope: {
        type: 'ApplicableRecurrencePolicies',
        recurrencePolicies: [{ typeId: 'recurrence-policy', id: 'x' }],
      },
    },
    'ReferencedResourceNotFound',
    { typeId: 'recurrence-policy', id: 'x' },
  ],
  [
    'a pattern that discounts nothing (cart-discount.9f9cc)',
    { target: pattern([units('a')], []) },
    'InvalidField',
    { field: 'target.targetPattern' },
  ],
  ...['CountOnCustomLineItemUnits', 'CountOnLineItemUnits'].map(
    type =>
      [
        `a maxCount below the minCount in ${type} (cart-discount.d08a0)`,
        { target: pattern([], [{ type, predicate: 'true', minCount: 3, maxCount: 2 }]) },
        'InvalidField',
        { field: 'target.targetPattern[0].maxCount' },
      ] as const,
  ),
  [
    'an excludeCount of a trigger',
    { target: pattern([units('a', { excludeCount: 1 })], [units('a')]) },
    'InvalidField',
    { field: 'target.triggerPattern[0].excludeCount' },
  ],
  [
    'an unknown name in a pattern',
    { target: pattern([], [{ type: 'CountOnLineItemUnits', predicate: 'slug = "a"' }]) },
    'InvalidField',
    { field: 'target.targetPattern[0].predicate' },
  ],
  ...['multiBuyCustomLineItems', 'multiBuyLineItems'].map(
    type =>
      [
        `an amount off ${type} (cart-discount.bede9)`,
        { value: absolute(1), target: { ...multiBuy, type } },
        'InvalidOperation',
        { message: new RegExp(`cannot have the target ${type}\\.$`) },
      ] as const,
  ),
  ...(['absolute', 'fixed'] as const).flatMap(
    type =>
      [
        [
          `${type} amounts without a value (cart-discount.f2a41)`,
          value({ type, money: [] }),
          'InvalidOperation',
          { message: new RegExp(`^A discount of type ${type} has at least one amount.*; got none\\.$`) },
        ],
        [
          `two ${type} amounts of one currency (cart-discount.f2a41)`,
          value({ type, money: [money(1), money(2)] }),
          'InvalidOperation',
          { message: new RegExp(`^A discount of type ${type} .* one for each currency; got EUR, EUR\\.$`) },
        ],
      ] as const,
  ),
  [
    'a supply channel without its role (cart-discount.cf66d, cart-discount.361aa)',
    { ...value({ ...gift, supplyChannel: channel }), target: undefined },
    'MissingRoleOnChannel',
    { channel, missingRole: 'InventorySupply' },
  ],
  [
    'a distribution channel without its role (cart-discount.4b320, cart-discount.77ae8)',
    { ...value({ ...gift, distributionChannel: channel }), target: undefined },
    'MissingRoleOnChannel',
    { channel, missingRole: 'ProductDistribution' },
  ],
  [
    'a mode of a share without a trigger (cart-discount.da8f9)',
    { value: relative(1, 'EvenDistribution'), target: pattern([], [units('a')]) },
    'InvalidOperation',
    { message: /applicationMode EvenDistribution needs a triggerPattern\.$/ },
  ],
  [
    'more discounted than triggering pieces (cart-discount.1b9d3)',
    { target: { ...multiBuy, discountedQuantity: 3 } },
    'InvalidInput',
    { message: /expected at most 2, got 3\.$/ },
  ],
  [
    'a type without its required field (cart-discount.0e898)',
    { custom: { type: referenceTo('type', strict) } },
    'RequiredField',
    { field: 'fields.note' },
  ],
] as const;

for (const [title, draft, code, members] of refusedDrafts)
  test(`refuses ${title}`, async t => {
    assertBadRequest(t, await discounts.refuseCreation(cartDiscountDraft(draft)), code, members);
  });

const noStore = { typeId: 'store', key: 'none' };
const notFound = ['ReferencedResourceNotFound', { typeId: 'store', key: 'none' }] as const;
const tooMany = ['MaxStoreReferencesReached', { message: / reached 500$/ }] as const;
const refusedActions = [
  ['to add an unknown store (cart-discount.7fb1c)', {}, { action: 'addStore', store: noStore }, ...notFound],
  ['to remove an unknown store (cart-discount.7fb1c)', {}, { action: 'removeStore', store: noStore }, ...notFound],
  ['to set an unknown store (cart-discount.7fb1c)', {}, { action: 'setStores', stores: [noStore] }, ...notFound],
  ['to set more than 500 stores (cart-discount.f905b)', {}, { action: 'setStores', stores: storeIds }, ...tooMany],
  [
    'to add a store to 500 (cart-discount.f905b)',
    { stores: storeIds.slice(1) },
    { action: 'addStore', store: storeIds[0] },
    ...tooMany,
  ],
  [
    'a target other than pattern for a mode (cart-discount.88fd4, cart-discount.79577)',
    { value: relative(1, 'IndividualApplication'), target: pattern([units('a')], [units('b')]) },
    { action: 'changeTarget', target: lines },
    'InvalidOperation',
    { message: /only with the target pattern; got IndividualApplication\.$/ },
  ],
  [
    'a pattern without a trigger for a distribution (cart-discount.b3606, cart-discount.79577)',
    { value: relative(1, 'EvenDistribution'), target: pattern([units('a')], [units('b')]) },
    { action: 'changeTarget', target: pattern([], [units('b')]) },
    'InvalidOperation',
    { message: /applicationMode EvenDistribution needs a triggerPattern\.$/ },
  ],
  [
    'a gift as new value (cart-discount.f5376)',
    {},
    { action: 'changeValue', value: gift },
    'InvalidInput',
    { message: /cannot be changed to giftLineItem\.$/ },
  ],
  [
    'to remove a custom field that does not exist (cart-discount.b3681)',
    { custom: { type: referenceTo('type', strict), fields: { note: 'n' } } },
    { action: 'setCustomField', name: 'other' },
    'InvalidOperation',
    { message: /'other' cannot be removed: it has no value\.$/ },
  ],
  [
    'a type without its required field by action (cart-discount.0e898)',
    {},
    { action: 'setCustomType', type: referenceTo('type', strict) },
    'RequiredField',
    { field: 'fields.note' },
  ],
  [
    'a discount group by action (cart-discount.0e225)',
    {},
    { action: 'setDiscountGroup', discountGroup: { typeId: 'discount-group', id: 'x' } },
    'ReferencedResourceNotFound',
    { typeId: 'discount-group', id: 'x' },
  ],
  [
    'to leave a discount group without a sortOrder',
    {},
    { action: 'setDiscountGroup' },
    'RequiredField',
    { field: 'sortOrder' },
  ],
] as const;

for (const [title, draft, action, code, members] of refusedActions)
  test(`refuses ${title}`, async t => {
    const held = await discounts.create(cartDiscountDraft({ isActive: false, ...draft }));
    assertBadRequest(t, await discounts.refuse(held, action), code, members);
  });

test('is for non-recurring orders, unless it says otherwise (cart-discount.0f70f, cart-discount.26dba)', async t => {
  let held = await discounts.create(cartDiscountDraft({ isActive: false }));
  matchWhole(t, held, { recurringOrderScope: { type: 'NonRecurringOrdersOnly' } });
  held = await discounts.update(
    held,
    { action: 'setRecurringOrderScope', recurringOrderScope: { type: 'AnyOrder' } },
    { action: 'setDiscountGroup', sortOrder: '0.000123' },
  );
  matchWhole(t, held, { recurringOrderScope: { type: 'AnyOrder' }, sortOrder: '0.000123' });
});

test('refuses id with key, and counts results by default (cart-discount.9ce44, cart-discount.d0159)', async t => {
  const { id, key = 'k' } = taken as { id: string; key?: string };
  assertBadRequest(
    t,
    await resourcesAt('discount-codes').refuseCreation({
      code: newKey('C'),
      cartDiscounts: [{ typeId: 'cart-discount', id, key }],
    }),
    'InvalidJsonInput',
  );
  const page = async (query: string) =>
    (await http.send('GET', `${base}/cart-discounts?limit=1${query}`)).json as object;
  t.equal(typeof ((await page('')) as { total?: number }).total, 'number');
  t.notOk('total' in (await page('&withTotal=false')));
});

test('applies a discount that requires a code with one only (cart-discount.8f3c2, cart-discount.60533)', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const off = await discount(purchaseOrderNumber, { value: absolute(50), target: customLines });
  const code = await codeFor([off]);
  const total = ({ totalPrice }: Cart): number => totalPrice.centAmount;
  const cart = await create({ purchaseOrderNumber, customLineItems: [customItem()] });
  t.equal(total(cart), 150);
  await shop.change('cart-discounts', off, { action: 'changeRequiresDiscountCode', requiresDiscountCode: true });
  const without = await update(cart, { action: 'recalculate' });
  t.equal(total(without), 200);
  t.equal(total(await update(without, { action: 'addDiscountCode', code: code.code })), 150);
});

/** Also shows cart-discount.da804, cart-discount.127bc and cart-discount.6ba82. */
test('applies while it is active, in its stores, from the highest sortOrder on (cart-discount.2eda7)', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const off = await discount(purchaseOrderNumber, { value: absolute(50), target: customLines, isActive: false });
  const total = ({ totalPrice }: Cart): number => totalPrice.centAmount;
  const members = { purchaseOrderNumber, customLineItems: [customItem()] };
  const [inStore, elsewhere] = await Promise.all([
    create({ ...members, store: storeIds[0] }),
    create({ ...members, store: storeIds[1] }),
  ]);
  const totals = async () => {
    const carts = await Promise.all([inStore, elsewhere].map(({ id }) => shop.resourcesAt('carts').get({ id })));
    const priced = await Promise.all(carts.map(cart => update(cart as never, { action: 'recalculate' })));
    return priced.map(total);
  };
  const change = async (action: object) => {
    const stored = await discounts.get(off);
    return (await shop.change('cart-discounts', stored, action)) as { stores?: unknown[] };
  };
  t.same(await totals(), [200, 200]);
  await change({ action: 'changeIsActive', isActive: true });
  t.same(await totals(), [150, 150], 'without stores it applies in all of them');
  await change({ action: 'setStores', stores: [storeIds[1]] });
  t.same(await totals(), [200, 150]);
  const { stores: replaced } = await change({ action: 'setStores', stores: [storeIds[0]] });
  t.equal(replaced?.length, 1);
  t.same(await totals(), [150, 200]);
  const half = await discount(purchaseOrderNumber, { value: relative(5_000), target: customLines });
  const [first, second] = [half, off].map(({ sortOrder }) => Number(sortOrder));
  t.equal((await totals())[0], first! > second! ? 50 : 75);
});

test('a discount without a group has a sortOrder of its own (cart-discount.c06d8)', async t => {
  const held = await discounts.create(cartDiscountDraft({ isActive: false }));
  assertBadRequest(t, await discounts.refuse(held, { action: 'setDiscountGroup' }), 'RequiredField', {
    field: 'sortOrder',
  });
});

test('a multi-buy discount counts what its predicate matches (cart-discount.2c3ad, cart-discount.e86fc)', async t => {
  const { sku } = await shop.product([{ value: money(100) }]);
  const { sku: otherSku } = await shop.product([{ value: money(100) }]);
  for (const [type, predicate, members] of [
    [
      'multiBuyLineItems',
      `sku = "${sku}"`,
      (other: boolean) => ({ lineItems: [{ sku: other ? otherSku : sku, quantity: 2 }] }),
    ],
    [
      'multiBuyCustomLineItems',
      'slug = "wanted"',
      (other: boolean) => ({
        customLineItems: [customItem({ slug: other ? 'other' : 'wanted', quantity: 2, money: money(100) })],
      }),
    ],
  ] as const) {
    const purchaseOrderNumber = newOrderNumber();
    await discount(purchaseOrderNumber, { value: relative(10_000), target: { ...multiBuy, type, predicate } });
    const totals = [false, true].map(
      async other => (await create({ purchaseOrderNumber, ...members(other) })).totalPrice.centAmount,
    );
    t.same(await Promise.all(totals), [100, 200], type);
  }
});

test('a fixed price applies only to pieces that cost more (cart-discount.4e561)', async t => {
  const purchaseOrderNumber = newOrderNumber();
  const { sku } = await shop.product([{ value: money(100) }]);
  const predicate = `sku = "${sku}"`;
  const places = [newSortOrder(), newSortOrder()].sort().reverse();
  await discount(purchaseOrderNumber, {
    value: relative(9_000),
    target: { ...multiBuy, type: 'multiBuyLineItems', predicate },
    sortOrder: places[0],
  });
  await discount(purchaseOrderNumber, {
    value: { type: 'fixed', money: [money(50)] },
    target: { type: 'lineItems', predicate },
    sortOrder: places[1],
  });
  const cart = await create({ purchaseOrderNumber, lineItems: [{ sku, quantity: 2 }] });
  const [{ discountedPricePerQuantity }] = cart.lineItems as [Cart['lineItems'][number]];
  t.same(
    discountedPricePerQuantity.map(({ quantity, discountedPrice }) => [quantity, discountedPrice.value.centAmount]),
    [
      [1, 10],
      [1, 50],
    ],
  );
});
