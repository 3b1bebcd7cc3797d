/** Recurrence policies, and the prices and items of carts that refer to them. */
import { newKey, money, productDraft, productTypeDraft, referenceTo } from '../../../support/drafts.js';
import { startShop } from '../../../support/cartShop.js';
import { createGraphqlClient } from '../../../support/graphql.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertError, errorOf } from '../../../support/refusal.js';
import { test } from '../../../support/tap.js';

const shop = await startShop();
const { http, base, createIn, resourcesAt } = shop;
const policies = resourcesAt('recurrence-policies');
const products = resourcesAt('products');
const prices = resourcesAt('standalone-prices');
const carts = resourcesAt('carts');

const weeks = { type: 'standard', value: 2, intervalUnit: 'Weeks' };
const create = (changes: object = {}) => policies.create({ key: newKey('policy'), schedule: weeks, ...changes });
const [often, seldom] = [await create(), await create({ schedule: { type: 'dayOfMonth', day: 31 } })];
const [everyTwoWeeks, monthly] = [often, seldom].map(each => referenceTo('recurrence-policy', each));
const price = (centAmount: number, recurrencePolicy?: object) => ({ value: money(centAmount), recurrencePolicy });
const soldPrices = [price(1_000), price(900, everyTwoWeeks), { ...price(700, everyTwoWeeks), country: 'DE' }];
const { sku, id } = await shop.product([...soldPrices, price(800, monthly)]);
const recurrenceInfo = (recurrencePolicy?: object) =>
  recurrencePolicy && { recurrencePolicy, priceSelectionMode: 'Fixed' };

test('keeps the schedule of a policy, and refuses members of the other type', async t => {
  for (const schedule of [weeks, { type: 'dayOfMonth', day: 31 }])
    matchWhole(t, await create({ name: { en: 'Often' }, description: { en: 'Twice' }, schedule }), {
      name: { en: 'Often' },
      description: { en: 'Twice' },
      schedule,
    });
  for (const [schedule, code, members] of [
    [{ type: 'standard', value: 2 }, 'RequiredField', { field: 'schedule.intervalUnit' }],
    [{ type: 'standard', intervalUnit: 'Days' }, 'RequiredField', { field: 'schedule.value' }],
    [{ type: 'dayOfMonth' }, 'RequiredField', { field: 'schedule.day' }],
    [{ ...weeks, day: 3 }, 'InvalidField', { field: 'schedule.day', invalidValue: 3 }],
    [{ type: 'dayOfMonth', day: 3, value: 1 }, 'InvalidField', { field: 'schedule.value', invalidValue: 1 }],
    [{ type: 'dayOfMonth', day: 32 }, 'InvalidField', { field: 'schedule.day', invalidValue: 32 }],
  ] as const)
    assertError(t, await policies.refuseCreation({ key: newKey('policy'), schedule }), code, members);
  assertError(t, await policies.refuseCreation({ schedule: weeks }), 'RequiredField', { field: 'key' });
});

test('changes and removes the members of a policy', async t => {
  const policy = await create();
  const named = { key: newKey('policy'), name: { en: 'Monthly' }, description: { en: 'On the first' } };
  const schedule = { type: 'dayOfMonth', day: 1 };
  const given = { setKey: { key: named.key }, setName: { name: named.name }, setSchedule: { schedule } };
  const actions = Object.entries({ ...given, setDescription: { description: named.description } });
  const changed = await policies.update(policy, ...actions.map(([action, payload]) => ({ action, ...payload })));
  matchWhole(t, changed, { version: 2, ...named, schedule });
  t.equal((await policies.update(changed, { action: 'setSchedule', schedule })).version, 2, 'no change');
  const emptied = await policies.update(
    changed,
    ...['setKey', 'setName', 'setDescription'].map(action => ({ action })),
  );
  matchWhole(t, emptied, { key: undefined, name: undefined, description: undefined, schedule });
});

test('refuses a policy that is named by both id and key (recurrence-policy.78063)', async t => {
  const recurrencePolicy = { typeId: 'recurrence-policy', id: often!.id, key: often!.key };
  const answer = await prices.refuseCreation({ sku: newKey('sku'), value: money(1), recurrencePolicy });
  assertError(t, answer, 'InvalidJsonInput', {
    message: "'recurrencePolicy' has both id and key; expected one of them.",
  });
});

test('selects the price of the recurrence policy of an item, else one without a policy', async t => {
  const country = { country: 'DE' };
  for (const [policy, members, centAmount, ofPolicy] of [
    [undefined, country, 1_000, undefined],
    [everyTwoWeeks, {}, 900, everyTwoWeeks],
    [everyTwoWeeks, country, 700, everyTwoWeeks],
    [monthly, country, 800, monthly],
    [referenceTo('recurrence-policy', await create()), country, 1_000, undefined],
  ] as const)
    matchWhole(
      t,
      await carts.create({ currency: 'EUR', ...members, lineItems: [{ sku, recurrenceInfo: recurrenceInfo(policy) }] }),
      {
        lineItems: [
          { price: { value: { centAmount }, recurrencePolicy: ofPolicy }, recurrenceInfo: recurrenceInfo(policy) },
        ],
      },
    );
});

test('sets and removes the recurrence policy of items, which stay apart from those of other policies', async t => {
  const fee = { name: { en: 'Fee' }, slug: 'fee', money: money(100) };
  let cart = await carts.create({
    currency: 'EUR',
    taxMode: 'Disabled',
    lineItems: [
      { sku, key: 'once' },
      { sku, recurrenceInfo: recurrenceInfo(monthly) },
      { sku, recurrenceInfo: recurrenceInfo(monthly) },
    ],
    customLineItems: [{ ...fee, key: 'fee', recurrenceInfo: { recurrencePolicy: monthly } }],
  });
  const lines = (...expected: readonly (readonly [number, number, object | undefined])[]) =>
    expected.map(([quantity, centAmount, policy]) => ({
      quantity,
      price: { value: { centAmount } },
      recurrenceInfo: recurrenceInfo(policy),
    }));
  const fees = (policy?: object) => [{ recurrenceInfo: policy && { recurrencePolicy: policy } }];
  const both = [
    [1, 1_000, undefined],
    [2, 800, monthly],
  ] as const;
  matchWhole(t, cart, { lineItems: lines(...both), customLineItems: fees(monthly) });
  assertError(t, await carts.refuse(cart, { action: 'addCustomLineItem', ...fee }), 'InvalidOperation', {
    actionIndex: 0,
  });
  const names = { lineItemKey: 'once', customLineItemKey: 'fee' };
  const change = async (policy?: object) => {
    const given = policy && { recurrencePolicy: policy };
    const actions = [
      { action: 'setLineItemRecurrenceInfo', ...names, recurrenceInfo: recurrenceInfo(policy) },
      { action: 'setCustomLineItemRecurrenceInfo', ...names, recurrenceInfo: given },
    ];
    cart = await carts.update(cart, ...actions);
    t.equal((await carts.update(cart, ...actions)).version, cart.version, 'no change');
  };
  await change(everyTwoWeeks);
  matchWhole(t, cart, { lineItems: lines([1, 900, everyTwoWeeks], both[1]), customLineItems: fees(everyTwoWeeks) });
  await change();
  matchWhole(t, cart, { lineItems: lines(...both), customLineItems: fees() });
});

test('an order keeps the recurrence policies of the items', async t => {
  const cart = await carts.create({
    currency: 'EUR',
    taxMode: 'Disabled',
    shippingAddress: { country: 'DE' },
    lineItems: [{ sku, recurrenceInfo: recurrenceInfo(monthly) }],
  });
  const order = await createIn('orders', { cart: referenceTo('cart', cart), version: cart.version });
  matchWhole(t, order, { lineItems: [{ recurrenceInfo: recurrenceInfo(monthly) }] });
});

test('a policy that a price refers to cannot be deleted, and one that does not exist is refused', async t => {
  const policy = await create();
  const recurrencePolicy = referenceTo('recurrence-policy', policy);
  await prices.create({ sku: newKey('sku'), ...price(1, recurrencePolicy) });
  assertError(t, errorOf(await policies.remove(policy)), 'ReferenceExists');
  const missing = { typeId: 'recurrence-policy', key: 'missing' };
  assertError(
    t,
    await prices.refuseCreation({ sku: newKey('sku'), ...price(1, missing) }),
    'ReferencedResourceNotFound',
    missing,
  );
});

test('prices of different policies have different scopes', async t => {
  const productType = await createIn('product-types', productTypeDraft([], { key: newKey('type') }));
  const draft = (list: readonly object[]) =>
    productDraft({ id: productType.id }, { masterVariant: { prices: list } } as never);
  assertError(t, await products.refuseCreation(draft([price(1, monthly), price(2, monthly)])), 'DuplicatePriceScope', {
    conflictingPrices: [price(1, monthly), price(2, monthly)],
  } as never);
  const shared = { sku: newKey('sku'), validFrom: '2030-01-01T00:00:00.000Z' };
  const [first] = [
    await prices.create({ ...shared, ...price(1, monthly) }),
    await prices.create({ ...shared, ...price(1) }),
  ];
  await prices.create({ ...shared, ...price(1, everyTwoWeeks) });
  const conflict = { conflictingStandalonePrice: referenceTo('standalone-price', first) };
  const { sku: sameSku, validFrom } = shared;
  const scope = { ...conflict, sku: sameSku, currency: 'EUR' };
  const same = { ...shared, ...price(2, monthly) };
  assertError(t, await prices.refuseCreation(same), 'DuplicateStandalonePriceScope', { ...scope, validFrom });
  const later = { ...same, validFrom: '2031-01-01T00:00:00.000Z' };
  assertError(t, await prices.refuseCreation(later), 'OverlappingStandalonePriceValidity', {
    ...scope,
    validFrom: later.validFrom,
    conflictingValidFrom: validFrom,
  });
});

test('product responses show prices of recurrence policies for the buyer in the query (product.8935b)', async t => {
  const { quayside, credentials } = shop;
  const graphql = createGraphqlClient(quayside, credentials, await quayside.token(credentials));
  const standaloneSku = newKey('sku');
  for (const each of [...soldPrices, price(800, monthly)]) await prices.create({ sku: standaloneSku, ...each });
  const productType = await createIn('product-types', productTypeDraft([], { key: newKey('type') }));
  const standalone = await products.create(
    productDraft({ id: productType.id }, { priceMode: 'Standalone', masterVariant: { sku: standaloneSku } } as never),
  );
  const unselected = (await http.send('GET', `${base}/products/${id}`)).text;
  t.notOk(unselected.includes('recurrencePrices'));
  for (const [query, centAmount, recurring] of [
    [{ priceCurrency: 'EUR' }, 1_000, [900, 800]],
    [{ priceCurrency: 'EUR', priceCountry: 'DE' }, 1_000, [700, 800]],
    [{ priceCurrency: 'EUR', priceRecurrencePolicy: often.id }, 900, [900]],
    [{ priceCurrency: 'EUR', priceRecurrencePolicy: 'unknown' }, 1_000, undefined],
    [{ priceCurrency: 'USD' }, undefined, undefined],
  ] as const)
    for (const product of [id, standalone.id]) {
      const parameters = new URLSearchParams(query as Record<string, string>).toString();
      const { json } = await http.send('GET', `${base}/products/${product}?${parameters}`);
      const { masterVariant } = (json as { masterData: { staged: { masterVariant: object } } }).masterData.staged;
      matchWhole(t, masterVariant, {
        price: centAmount === undefined ? undefined : { value: { centAmount } },
        recurrencePrices: recurring?.map(cents => ({ value: { centAmount: cents } })),
      });
      const { priceCountry, priceRecurrencePolicy } = query as Record<string, string>;
      const { data } = await graphql(
        `query ($id: String, $currency: Currency!, $country: Country, $policy: String) { product(id: $id) { masterData {
          staged { masterVariant {
            price(currency: $currency, country: $country, recurrencePolicyId: $policy) { value { centAmount } }
            allRecurrencePrices(currency: $currency, country: $country, recurrencePolicyId: $policy) {
              value { centAmount } recurrencePolicy { schedule { type } }
            }
          } }
        } } }`,
        { id: product, currency: query.priceCurrency, country: priceCountry, policy: priceRecurrencePolicy },
      );
      const shown = (data as { product: { masterData: { staged: { masterVariant: object } } } }).product.masterData;
      matchWhole(t, shown.staged.masterVariant, {
        price: centAmount === undefined ? null : { value: { centAmount } },
        allRecurrencePrices: (recurring ?? []).map(cents => ({
          value: { centAmount: cents },
          recurrencePolicy: { schedule: { type: cents === 800 ? 'dayOfMonth' : 'standard' } },
        })),
      });
    }
});
