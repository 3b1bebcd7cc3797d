/** Groups of cart discounts, of which the best one applies. */
import type { Cart } from '@commercetools/platform-sdk';
import { cartDiscountDraft, money, newKey, newSortOrder, referenceTo } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import type { Resource } from '../../../support/resourceApi.js';
import { assertBadRequest } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';
import { absolute, customLines, multiBuy, relative } from '../cartDiscount/discountParts.js';
import { customItem as itemOf } from '../cart/cartItems.js';
import { newOrderNumber, startPricing } from '../cart/startPricing.js';

const shop = await startPricing();
const { http, base, resourcesAt, create, codeFor, discount, messagesOf, createIn } = shop;
const groups = resourcesAt('discount-groups');
const discounts = resourcesAt('cart-discounts');

const customItem = (centAmount: number, changes: object = {}) => itemOf({ money: money(centAmount), ...changes });
const group = (changes: object = {}) => groups.create({ key: newKey('group'), sortOrder: newSortOrder(), ...changes });
const of = (each: Resource) => ({ discountGroup: referenceTo('discount-group', each), sortOrder: undefined });

test('applies every field and update action of discount groups, with their messages', async t => {
  const created = await group({ name: { en: 'A' }, description: { en: 'B' } });
  matchWhole(t, created, { name: { en: 'A' }, description: { en: 'B' }, isActive: true });
  const [key, sortOrder] = [newKey('group'), newSortOrder()];
  const changed = await groups.update(
    created,
    { action: 'setName' },
    { action: 'setDescription', description: { en: 'C' } },
    { action: 'setKey', key },
    { action: 'setSortOrder', sortOrder },
    { action: 'setIsActive', isActive: false },
  );
  matchWhole(t, changed, { name: undefined, description: { en: 'C' }, key, sortOrder, isActive: false });
  await groups.remove(changed);
  matchWhole(t, await messagesOf(created), [
    { type: 'DiscountGroupCreated', discountGroup: { id: created.id, key: created.key } },
    { type: 'DiscountGroupKeySet', key, oldKey: created.key },
    { type: 'DiscountGroupSortOrderSet', sortOrder, oldSortOrder: created.sortOrder },
    { type: 'DiscountGroupIsActiveSet', isActive: false, oldIsActive: true },
    { type: 'DiscountGroupDeleted' },
  ]);
});

test('no group and no cart discount share a sortOrder (discount-group.91e29, discount-group.19202)', async t => {
  const [one, other, own] = [await group(), await group(), await discounts.create(cartDiscountDraft())];
  const refused = (sortOrder: unknown) => ({ field: 'sortOrder', duplicateValue: sortOrder });
  for (const { sortOrder } of [one, own]) {
    assertBadRequest(
      t,
      await groups.refuseCreation({ key: newKey('g'), sortOrder }),
      'DuplicateField',
      refused(sortOrder),
    );
    assertBadRequest(
      t,
      await groups.refuse(other, { action: 'setSortOrder', sortOrder }),
      'DuplicateField',
      refused(sortOrder),
    );
    assertBadRequest(
      t,
      await discounts.refuseCreation(cartDiscountDraft({ sortOrder })),
      'DuplicateField',
      refused(sortOrder),
    );
  }
  const moved = await groups.update(one, { action: 'setSortOrder', sortOrder: newSortOrder() });
  t.ok(await discounts.create(cartDiscountDraft({ sortOrder: one.sortOrder })), 'the old place is free');
  await groups.remove(moved);
  t.ok(await groups.create({ key: newKey('g'), sortOrder: moved.sortOrder }));
});

test('discounts of a group have its sortOrder (cart-discount.6e9d2, cart-discount.0e225)', async t => {
  const [one, other] = [await group(), await group()];
  const member = await discounts.create(cartDiscountDraft({ ...of(one), isActive: false }));
  const second = await discounts.create(cartDiscountDraft({ ...of(one), sortOrder: '0.5', isActive: false }));
  for (const each of [member, second])
    matchWhole(t, each, { sortOrder: one.sortOrder, discountGroup: referenceTo('discount-group', one) });
  const sortOrder = newSortOrder();
  const moved = await groups.update(one, { action: 'setSortOrder', sortOrder });
  for (const each of [member, second]) t.equal((await discounts.get(each)).sortOrder, sortOrder);
  assertBadRequest(
    t,
    await discounts.refuse(await discounts.get(member), { action: 'changeSortOrder', sortOrder: newSortOrder() }),
    'InvalidOperation',
    { message: /has the sortOrder of its discountGroup/ },
  );
  t.equal((await groups.remove(moved)).status, 400, 'the group is referred to');
  const set = (changes: object) => ({ action: 'setDiscountGroup', ...changes });
  const joined = await discounts.update(
    await discounts.get(member),
    set({ discountGroup: referenceTo('discount-group', other) }),
  );
  t.equal(joined.sortOrder, other.sortOrder);
  assertBadRequest(t, await discounts.refuse(joined, set({})), 'RequiredField', { field: 'sortOrder' });
  const left = await discounts.update(joined, set({ sortOrder: newSortOrder() }));
  t.notOk(left.discountGroup);
  assertBadRequest(
    t,
    await discounts.refuseCreation(
      cartDiscountDraft({ discountGroup: { typeId: 'discount-group', id: one.id, key: 'x' } }),
    ),
    'InvalidJsonInput',
    {},
  );
});

test('identifies a group by id or key, not by both (discount-group.24d6d)', async t => {
  const one = await group();
  const member = await discounts.create(
    cartDiscountDraft({
      discountGroup: { typeId: 'discount-group', key: one.key },
      sortOrder: undefined,
      isActive: false,
    }),
  );
  t.equal(member.sortOrder, one.sortOrder);
});

const taken = ({ lineItems, customLineItems, shippingInfo, discountOnTotalPrice }: Cart) => ({
  items: [...lineItems, ...customLineItems].flatMap(({ discountedPricePerQuantity }) =>
    discountedPricePerQuantity.flatMap(({ discountedPrice }) => discountedPrice.includedDiscounts),
  ),
  shipping: shippingInfo?.discountedPrice?.includedDiscounts ?? [],
  total: discountOnTotalPrice?.includedDiscounts ?? [],
});
/** Returns the places in a list of the discounts that apply to a cart. */
const appliedOf = (cart: Cart, all: readonly Resource[]) => {
  const { items, shipping, total } = taken(cart);
  const ids = new Set([...items, ...shipping, ...total].map(each => each.discount.id));
  return all.flatMap(({ id }, at) => (ids.has(id) ? [at] : []));
};

const total = { type: 'totalPrice' };
for (const [title, members, applied] of [
  ['the one that takes most off', [relative(1_000), relative(3_000), relative(2_000)].map(value => ({ value })), [1]],
  ['the first of equal ones', [{ value: relative(2_000) }, { value: absolute(2_000) }], [0]],
  ['one on the total', [{ value: absolute(500) }, { value: absolute(600), target: total }], [1]],
  ['one on items', [{ value: absolute(700) }, { value: absolute(600), target: total }], [0]],
  ['one of a piece', [{ value: relative(10_000), target: multiBuy }, { value: relative(4_000) }], [0]],
  ['one in force', [{ value: relative(9_000), isActive: false }, { value: relative(1_000) }], [1]],
] as const)
  test(`of a group ${title} applies`, async t => {
    const number = newOrderNumber();
    const one = await group();
    const made: Resource[] = [];
    for (const each of members) made.push(await discount(number, { target: customLines, ...of(one), ...each }));
    const draft = { purchaseOrderNumber: number, customLineItems: [customItem(5_000, { quantity: 2 })] };
    const cart = await create(draft);
    t.same(appliedOf(cart, made), applied);
    t.same(appliedOf(await shop.update(cart, { action: 'recalculate' }), made), applied);
  });

test('a discount of a group without force is not considered (discount-group.d858e)', async t => {
  const number = newOrderNumber();
  const one = await group({ isActive: false });
  const made = [await discount(number, { target: customLines, ...of(one) })];
  const cart = await create({ purchaseOrderNumber: number, customLineItems: [customItem(1_000)] });
  t.same(appliedOf(cart, made), []);
  await groups.update(one, { action: 'setIsActive', isActive: true });
  t.same(appliedOf(await shop.update(cart, { action: 'recalculate' }), made), [0]);
});

/** Discounts in the order of their places; a list is a group. The cart costs 100.00. */
const behind: readonly (readonly [
  string,
  readonly (object | readonly object[])[],
  applied: readonly number[],
  cents: number,
])[] = [
  [
    'of an amount off the total, which a share behind it leaves whole',
    [[{ value: absolute(1_000) }, { value: absolute(900), target: total }], { value: relative(5_000) }],
    [1, 2],
    4_100,
  ],
  [
    'that does not stop a better one behind it',
    [
      [{ value: absolute(1_000), stackingMode: 'StopAfterThisDiscount' }, { value: absolute(900) }],
      { value: absolute(5_000) },
    ],
    [1, 2],
    4_100,
  ],
  [
    'that stops, where what comes behind is worth less',
    [
      [{ value: absolute(1_000), stackingMode: 'StopAfterThisDiscount' }, { value: absolute(900) }],
      { value: absolute(50) },
    ],
    [0],
    9_000,
  ],
  [
    'that leaves most to another group behind it',
    [
      [{ value: absolute(1_000) }, { value: absolute(900), target: total }],
      [{ value: relative(5_000) }, { value: absolute(4_600) }],
    ],
    [1, 2],
    4_100,
  ],
  [
    'of each of many groups',
    Array.from({ length: 7 }, () => [{ value: absolute(100) }, { value: absolute(90) }]),
    [0, 2, 4, 6, 8, 10, 12],
    9_300,
  ],
];

for (const [title, places, applied, centAmount] of behind)
  test(`the best deal of a group is the one ${title} (discount-group.6853d)`, async t => {
    const number = newOrderNumber();
    const digits = number.replace(/\D/g, '').slice(-6);
    const made: Resource[] = [];
    for (const [at, place] of places.entries()) {
      const sortOrder = `0.${9 - at}${digits}3`;
      const members = Array.isArray(place) ? (place as readonly object[]) : [place];
      const one = Array.isArray(place) ? of(await group({ sortOrder })) : { sortOrder };
      for (const each of members) made.push(await discount(number, { target: customLines, ...one, ...each }));
    }
    const cart = await create({ purchaseOrderNumber: number, customLineItems: [customItem(10_000)] });
    t.same(appliedOf(cart, made), applied);
    t.equal(cart.totalPrice.centAmount, centAmount);
  });

test('a group has its place among other discounts; a surpassed code is not used (discount-group.6853d)', async t => {
  const number = newOrderNumber();
  const digits = number.replace(/\D/g, '').slice(-6);
  const one = await group({ sortOrder: `0.8${digits}7` });
  const before = await discount(number, { target: customLines, value: absolute(1_000), sortOrder: `0.9${digits}7` });
  const byCode = await discount(number, {
    target: customLines,
    value: relative(1_000),
    requiresDiscountCode: true,
    ...of(one),
  });
  const best = await discount(number, {
    target: customLines,
    value: relative(5_000),
    stackingMode: 'StopAfterThisDiscount',
    ...of(one),
  });
  const after = await discount(number, { target: customLines, value: absolute(1), sortOrder: `0.7${digits}7` });
  for (const sortOrder of ['0', '1', '1.5', '-0.1'])
    t.match(await groups.refuseCreation({ key: newKey('g'), sortOrder }), { errors: [{ field: 'sortOrder' }] });
  const code = await codeFor([byCode], { maxApplications: 1 });
  const cart = await create({
    purchaseOrderNumber: number,
    discountCodes: [code.code],
    customLineItems: [customItem(3_000)],
    shippingAddress: { country: 'DE' },
    taxMode: 'Disabled',
  });
  t.same(appliedOf(cart, [before, byCode, best, after]), [0, 2]);
  t.equal(cart.totalPrice.centAmount, 1_000);
  matchWhole(t, cart.discountCodes, [{ state: 'ApplicationStoppedByGroupBestDeal' }]);
  const order = await createIn('orders', { cart: { typeId: 'cart', id: cart.id }, version: cart.version });
  matchWhole(t, order, { discountCodes: [{ state: 'ApplicationStoppedByGroupBestDeal' }] });
  await groups.update(one, { action: 'setIsActive', isActive: false });
  const other = await create({ customLineItems: [customItem(3_000)] });
  const { discountCodes } = await resourcesAt<Cart>('carts').update(other, {
    action: 'addDiscountCode',
    code: code.code,
  });
  matchWhole(t, discountCodes, [{ state: 'DoesNotMatchCart' }], 'the code was not used');
});

test('refuses the 101st active group, and the 101st discount of one (error.1a1b4, error.e14ea)', async t => {
  const { results } = (await http.send('GET', `${base}/discount-groups?limit=500&where=isActive%3Dtrue`)).json as {
    results: Resource[];
  };
  const made = await Promise.all(Array.from({ length: 100 - results.length }, () => group()));
  const draft = { key: newKey('g'), sortOrder: newSortOrder() };
  const refusal = { message: /^Maximum number of active discount groups reached \(100\)\.$/ };
  assertBadRequest(t, await groups.refuseCreation(draft), 'MaxDiscountGroupsReached', refusal);
  const idle = await groups.create({ ...draft, isActive: false });
  const activate = { action: 'setIsActive', isActive: true };
  assertBadRequest(t, await groups.refuse(idle, activate), 'MaxDiscountGroupsReached', refusal);
  const member = () => cartDiscountDraft({ ...of(made[0]!), isActive: false });
  await Promise.all(Array.from({ length: 100 }, () => discounts.create(member())));
  assertBadRequest(t, await discounts.refuseCreation(member()), 'MaxResourceLimitExceeded', {
    exceededResource: 'cart-discount',
  });
  const moved = await groups.update(made[0]!, { action: 'setSortOrder', sortOrder: newSortOrder() });
  const where = encodeURIComponent(`discountGroup(id = "${moved.id}") and sortOrder = "${String(moved.sortOrder)}"`);
  t.match((await http.send('GET', `${base}/cart-discounts?where=${where}&limit=1`)).json, { total: 100 });
});
