/** Rules that the documentation of standalone prices states. */
import type { Cart } from '@commercetools/platform-sdk';
import { test } from '../../../support/tap.js';
import { startShop } from '../../../support/cartShop.js';
import { money, newKey } from '../../../support/drafts.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError, errorOf } from '../../../support/refusal.js';

const shop = await startShop();
const { http, base, createIn, resourcesAt } = shop;
const prices = resourcesAt('standalone-prices');
const [spring, summer, autumn] = [
  '2024-03-01T00:00:00.000Z',
  '2024-06-01T00:00:00.000Z',
  '2024-09-01T00:00:00.000Z',
] as const;
const tier = (minimumQuantity: number) => ({ minimumQuantity, value: money(900) });
const create = (changes: object = {}) => prices.create({ sku: newKey('sku'), value: money(1_000), ...changes });

test('validFrom is at least 1 ms before validUntil (standalone-price.7225a, standalone-price.b7058)', async t => {
  const price = await create();
  for (const [validFrom, validUntil] of [
    [spring, spring],
    [summer, spring],
  ] as const) {
    const wrong = { field: 'validUntil', invalidValue: validUntil };
    const draft = { sku: newKey('sku'), value: money(1), validFrom, validUntil };
    assertError(t, await prices.refuseCreation(draft), 'InvalidField', wrong);
    const both = { action: 'setValidFromAndUntil', validFrom, validUntil };
    assertError(t, await prices.refuse(price, both), 'InvalidField', { ...wrong, actionIndex: 0 });
    const until = await create({ validUntil });
    assertError(t, await prices.refuse(until, { action: 'setValidFrom', validFrom }), 'InvalidField', {
      ...wrong,
      actionIndex: 0,
    });
    const from = await create({ validFrom });
    assertError(t, await prices.refuse(from, { action: 'setValidUntil', validUntil }), 'InvalidField', {
      ...wrong,
      actionIndex: 0,
    });
  }
  const period = { validFrom: spring, validUntil: '2024-03-01T00:00:00.001Z' };
  matchWhole(t, await create(period), period);
});

test('an empty validity removes the stored one (standalone-price.d38a6)', async t => {
  for (const [actions, left] of [
    [['setValidFrom'], { validUntil: summer }],
    [['setValidUntil'], { validFrom: spring }],
    [['setValidFromAndUntil'], {}],
  ] as const)
    for (const empty of [{}, { validFrom: null, validUntil: null }]) {
      const price = await create({ validFrom: spring, validUntil: summer });
      const action = { action: actions[0], ...empty };
      const { validFrom, validUntil } = await prices.update(price, action);
      t.same(JSON.parse(JSON.stringify({ validFrom, validUntil })), left, JSON.stringify(action));
    }
});

test('a change of the validity may conflict with another price (standalone-price.abdb1)', async t => {
  const sku = newKey('sku');
  const first = await create({ sku, validFrom: spring, validUntil: summer });
  const scope = { conflictingStandalonePrice: { typeId: 'standalone-price', id: first.id }, sku, currency: 'EUR' };
  const later = await create({ sku, validFrom: autumn });
  const earlier = await create({ sku, validFrom: '2020-01-01T00:00:00.000Z', validUntil: spring });
  const overlap = { ...scope, conflictingValidFrom: spring, conflictingValidUntil: summer };
  for (const [price, action, code, members] of [
    [later, { action: 'setValidFrom', validFrom: spring }, 'OverlappingStandalonePriceValidity', overlap],
    [earlier, { action: 'setValidUntil', validUntil: summer }, 'OverlappingStandalonePriceValidity', overlap],
    [
      later,
      { action: 'setValidFromAndUntil', validFrom: spring, validUntil: summer },
      'DuplicateStandalonePriceScope',
      scope,
    ],
  ] as const) {
    const { action: _, ...period } = action;
    const { validFrom, validUntil } = { ...price, ...period } as Record<string, unknown>;
    assertError(t, await prices.refuse(price, action), code, {
      ...members,
      validFrom,
      ...(validUntil === undefined ? {} : { validUntil }),
    });
  }
  const always = await prices.update(later, { action: 'setValidFromAndUntil' });
  t.notOk('validFrom' in always, 'a price without a period conflicts with none that has one');
});

test('tiers begin at 2, each quantity once (standalone-price.85851, standalone-price.bb2d4)', async t => {
  const price = await create({ tiers: [tier(5)] });
  for (const [action, wrong] of [
    [{ action: 'addPriceTier', tier: tier(1) }, 1],
    [{ action: 'addPriceTier', tier: tier(5) }, 5],
    [{ action: 'setPriceTiers', tiers: [tier(2), tier(1)] }, 1],
    [{ action: 'setPriceTiers', tiers: [tier(3), tier(4), tier(3)] }, 3],
  ] as const)
    assertError(t, await prices.refuse(price, action), 'InvalidField', {
      field: 'tiers.minimumQuantity',
      invalidValue: wrong,
      actionIndex: 0,
    });
  assertError(t, await prices.refuse(price, { action: 'addPriceTier', tier: tier(0) }), 'InvalidField', {
    field: 'actions[0].tier.minimumQuantity',
    invalidValue: 0,
  });
  const changed = await prices.update(price, { action: 'addPriceTier', tier: tier(2) });
  matchWhole(t, changed.tiers, [tier(5), tier(2)]);
  t.notOk('tiers' in (await prices.update(changed, { action: 'setPriceTiers', tiers: [] })));
});

test('an inactive price is neither selected nor ordered (standalone-price.5c16e, standalone-price.d05dc)', async t => {
  const { id, sku } = await shop.product([], { priceMode: 'Standalone' });
  const price = await createIn('standalone-prices', { sku, value: money(1_000) });
  const cart: Cart = await shop.create({ shippingAddress: { country: 'DE' }, lineItems: [{ sku }] });
  const order = () =>
    http.send('POST', `${base}/orders`, { body: { cart: { typeId: 'cart', id: cart.id }, version: cart.version } });
  const inactive = await prices.update(price, { action: 'changeActive', active: false });
  const missing = { productId: id, variantId: 1, currency: 'EUR' };
  assertError(t, await shop.refuseCreation({ lineItems: [{ sku }] }), 'MatchingPriceNotFound', missing);
  assertError(t, await order(), 'MatchingPriceNotFound', missing);
  await prices.update(inactive, { action: 'changeActive', active: true });
  t.equal((await order()).status, 201);
});

/** Also shows standalone-price.7b323 and standalone-price.061fa. */
test('values are staged, or current at once (standalone-price.e03ff, standalone-price.133df)', async t => {
  const created = await create();
  t.notOk('staged' in created);
  const change = (centAmount: number, staged: boolean) => ({ action: 'changeValue', value: money(centAmount), staged });
  const staged = await prices.update(created, change(800, true));
  matchWhole(t, staged, { value: { centAmount: 1_000 }, staged: { value: { centAmount: 800 } } });
  const both = await prices.update(staged, change(700, false));
  matchWhole(t, both, { value: { centAmount: 700 }, staged: { value: { centAmount: 800 } } });
  const applied = await prices.update(both, { action: 'applyStagedChanges' });
  matchWhole(t, applied, { value: { centAmount: 800 } });
  t.notOk('staged' in applied);
});

test('a key is unique (standalone-price.db58a)', async t => {
  const key = newKey('price');
  await create({ key });
  const taken = { field: 'key', duplicateValue: key };
  assertError(t, await prices.refuseCreation({ sku: newKey('sku'), value: money(1), key }), 'DuplicateField', taken);
  assertError(t, await prices.refuse(await create(), { action: 'setKey', key }), 'DuplicateField', taken);
});

test('items have discounted values; expired prices stay (standalone-price.c72ca, standalone-price.7af01)', async t => {
  const discount = await createIn('product-discounts', {
    name: { en: 'External' },
    value: { type: 'external' },
    predicate: '1 = 1',
    sortOrder: '0.7',
    isActive: true,
  });
  const { sku } = await shop.product([], { priceMode: 'Standalone' });
  const price = await createIn('standalone-prices', { sku, value: money(1_000) });
  const discounted = { value: money(900), discount: { typeId: 'product-discount', id: discount.id } };
  const changed = await prices.update(price, { action: 'setDiscountedPrice', discounted });
  const lineItems = [{ sku }];
  matchWhole(t, await shop.create({ lineItems }), {
    lineItems: [{ price: { value: { centAmount: 1_000 } }, totalPrice: { centAmount: 900 } }],
  });
  const past = await prices.update(changed, { action: 'setValidUntil', validUntil: spring });
  assertError(t, await shop.refuseCreation({ lineItems }), 'MatchingPriceNotFound', {
    productId: /./,
    variantId: 1,
    currency: 'EUR',
  });
  matchWhole(t, await prices.get(past), { validUntil: spring });
  t.equal((await prices.remove(past)).status, 200);
});

test('a page begins at the offset of the request, or at 0 (standalone-price.0aca3)', async t => {
  for (const [query, offset] of [
    ['', 0],
    ['?offset=3', 3],
  ] as const)
    matchWhole(t, (await http.send('GET', `${base}/standalone-prices${query}`)).json, { offset });
});

test('stores one of several concurrent prices with overlapping periods, created or changed', async t => {
  const sku = newKey('sku');
  const days = Array.from({ length: 12 }, (_, day) => day + 1);
  const overlapping = 'OverlappingStandalonePriceValidity';
  const created = await Promise.all(
    days.map(day =>
      http.send('POST', `${base}/standalone-prices`, {
        body: {
          sku,
          value: money(day),
          validFrom: spring,
          validUntil: `2024-05-${String(day).padStart(2, '0')}T00:00:00Z`,
        },
      }),
    ),
  );
  const codes = (answers: typeof created) =>
    answers.map(answer => (answer.status < 400 ? 'done' : String(errorOf(answer).errors[0]?.code))).sort();
  const one = ['done', ...days.slice(1).map(() => overlapping)].sort();
  t.same(codes(created), one);

  const apart = await Promise.all(
    days.map(day =>
      create({ sku, validFrom: `20${day + 30}-01-01T00:00:00Z`, validUntil: `20${day + 30}-02-01T00:00:00Z` }),
    ),
  );
  const actions = [{ action: 'setValidFromAndUntil', validFrom: summer, validUntil: autumn }];
  const changed = await Promise.all(
    apart.map(({ id, version }, at) =>
      http.send('POST', `${base}/standalone-prices/${id}`, {
        body: { version, actions: [{ ...actions[0], validUntil: `2024-08-${String(at + 10)}T00:00:00Z` }] },
      }),
    ),
  );
  t.same(codes(changed), one);
});
