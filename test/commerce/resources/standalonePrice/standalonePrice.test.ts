import { test } from '../../../support/tap.js';
import { createType, money, newKey, productDraft, productTypeDraft } from '../../../support/drafts.js';
import { assertSingleError, type WireError, assertError } from '../../../support/refusal.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { matchWhole } from '../../../support/matchWhole.js';

const prices = await startResourceApi('standalone-prices');
const { createIn } = prices;

const distribution = {
  typeId: 'channel',
  id: (await createIn('channels', { key: newKey('c'), roles: ['ProductDistribution'] })).id,
};
const group = { typeId: 'customer-group', id: (await createIn('customer-groups', { groupName: newKey('g') })).id };
const [spring, summer, autumn, winter] = [
  '2024-03-01T00:00:00.000Z',
  '2024-06-01T00:00:00.000Z',
  '2024-09-01T00:00:00.000Z',
  '2024-12-01T00:00:00.000Z',
] as const;

const priceDraft = (sku: string, changes: object = {}) => ({ sku, value: money(1_000), ...changes });
const referenceTo = ({ id }: { readonly id: string }) => ({ typeId: 'standalone-price', id });

test('applies the update actions of a standalone price and sends their messages', async t => {
  const type = await createType(createIn, ['standalone-price']);
  const [sku, key] = [newKey('sku'), newKey('price')];
  const created = await prices.create(
    priceDraft(sku, {
      country: 'DE',
      customerGroup: group,
      channel: distribution,
      tiers: [{ minimumQuantity: 5, value: money(900) }],
      staged: { value: money(1) },
    }),
  );
  matchWhole(t, created, {
    sku,
    active: true,
    value: { type: 'centPrecision', centAmount: 1_000, fractionDigits: 2 },
    country: 'DE',
    customerGroup: group,
    channel: distribution,
    staged: { value: { centAmount: 1 } },
  });
  const changed = await prices.update(
    created,
    { action: 'setKey', key },
    { action: 'changeActive', active: false },
    { action: 'applyStagedChanges' },
    { action: 'changeValue', value: money(7), staged: true },
    { action: 'removeStagedChanges' },
    { action: 'changeValue', value: money(8) },
    { action: 'addPriceTier', tier: { minimumQuantity: 9, value: money(3) } },
    { action: 'removePriceTier', minimumQuantity: 5 },
    { action: 'setValidFrom', validFrom: spring },
    { action: 'setValidUntil', validUntil: summer },
    { action: 'setValidFromAndUntil', validFrom: summer, validUntil: autumn },
    { action: 'setCustomType', type: { typeId: 'type', id: type.id } },
    { action: 'setCustomField', name: 'note', value: 'x' },
  );
  matchWhole(t, changed, {
    version: 2,
    key,
    active: false,
    value: { centAmount: 8 },
    tiers: [{ minimumQuantity: 9 }],
    validFrom: summer,
    validUntil: autumn,
    custom: { fields: { note: 'x' } },
  });
  t.notOk('staged' in changed);
  const cleared = await prices.update(
    changed,
    { action: 'setPriceTiers', tiers: [] },
    { action: 'setValidFromAndUntil' },
    { action: 'removeStagedChanges' },
  );
  for (const member of ['tiers', 'validFrom', 'validUntil']) t.notOk(member in cleared, member);
  for (const [action, code, extra] of [
    [{ action: 'applyStagedChanges' }, 'InvalidOperation', {}],
    [{ action: 'removePriceTier', minimumQuantity: 9 }, 'InvalidOperation', {}],
    [{ action: 'changeValue', value: money(1, 'USD') }, 'InvalidField', { field: 'value.currencyCode' }],
    [
      { action: 'setValidFromAndUntil', validFrom: summer, validUntil: spring },
      'InvalidField',
      { field: 'validUntil' },
    ],
  ] as const)
    assertSingleError(t, await prices.refuse(cleared, action), { code, ...extra });
  t.equal((await prices.remove(cleared)).status, 200);
  t.same(
    (await prices.messagesOf(created)).map(message => String(message.type).replace('StandalonePrice', '')),
    [
      'Created',
      'KeySet',
      'ActiveChanged',
      'StagedChangesApplied',
      'ValueChanged',
      'StagedChangesRemoved',
      'ValueChanged',
      'TierAdded',
      'TierRemoved',
      'ValidFromSet',
      'ValidUntilSet',
      'ValidFromAndUntilSet',
      'TiersSet',
      'ValidFromAndUntilSet',
      'Deleted',
    ],
  );
});

test('refuses a channel without the role ProductDistribution (ERR073, error.dcf46, error.91bb6)', async t => {
  const channel = {
    typeId: 'channel',
    id: (await createIn('channels', { key: newKey('c'), roles: ['InventorySupply'] })).id,
  };
  assertSingleError(t, await prices.refuseCreation(priceDraft(newKey('sku'), { channel })), {
    code: 'MissingRoleOnChannel',
    channel,
    missingRole: 'ProductDistribution',
  });
});

test('refuses two prices of one SKU and scope (ERR076, standalone-price.99956, error.55c71, error.cc72a)', async t => {
  const scopes = [
    { country: 'DE' },
    { customerGroup: group },
    { channel: distribution },
    { validFrom: spring, validUntil: summer },
    { country: 'DE', customerGroup: group, channel: distribution, validFrom: summer, validUntil: autumn },
  ];
  const sku = newKey('sku');
  const unscoped = await prices.create(priceDraft(sku));
  assertSingleError(t, await prices.refuseCreation(priceDraft(sku, { value: money(5) })), {
    code: 'DuplicateStandalonePriceScope',
    conflictingStandalonePrice: referenceTo(unscoped),
    sku,
    currency: 'EUR',
  });
  for (const scope of scopes) {
    const first = await prices.create(priceDraft(sku, scope));
    assertSingleError(t, await prices.refuseCreation(priceDraft(sku, { ...scope, value: money(5) })), {
      code: 'DuplicateStandalonePriceScope',
      conflictingStandalonePrice: referenceTo(first),
      sku,
      currency: 'EUR',
      ...scope,
    });
  }
  await prices.create(priceDraft(sku, { value: money(5, 'USD') }));
  await prices.create(priceDraft(newKey('sku')));
  const other = await prices.create(priceDraft(sku, { validFrom: winter }));
  assertError(t, await prices.refuse(other, { action: 'setValidFrom' }), 'DuplicateStandalonePriceScope', {
    conflictingStandalonePrice: referenceTo(unscoped),
    sku,
    currency: 'EUR',
  });
  const raced = newKey('sku');
  const responses = await Promise.all(
    [1, 2, 3, 4].map(() => prices.http.send('POST', `${prices.base}/standalone-prices`, { body: priceDraft(raced) })),
  );
  t.same(
    responses.map(({ status }) => status).sort((a, b) => a - b),
    [201, 400, 400, 400],
    'one of several concurrent creations succeeds',
  );
  // A refusal names the other price only if it was found before the commit.
  for (const { json } of responses.filter(({ status }) => status === 400))
    matchWhole(
      t,
      (json as WireError).errors.map(({ conflictingStandalonePrice: _other, ...entry }) => entry),
      [{ code: 'DuplicateStandalonePriceScope', sku: raced, currency: 'EUR' }],
    );
});

test('refuses overlapping periods of one scope (ERR077, error.c93f3, error.cc72a)', async t => {
  const [sku, country] = [newKey('sku'), 'DE'];
  const first = await prices.create(priceDraft(sku, { country, validFrom: spring, validUntil: autumn }));
  const conflict = {
    code: 'OverlappingStandalonePriceValidity',
    conflictingStandalonePrice: referenceTo(first),
    sku,
    currency: 'EUR',
    country,
    conflictingValidFrom: spring,
    conflictingValidUntil: autumn,
  };
  for (const period of [
    { validFrom: summer, validUntil: winter },
    { validFrom: summer },
    { validUntil: summer },
    { validFrom: '2024-04-01T00:00:00.000Z', validUntil: summer },
  ])
    assertSingleError(t, await prices.refuseCreation(priceDraft(sku, { country, ...period })), {
      ...conflict,
      ...period,
    });
  for (const [draft, title] of [
    [priceDraft(sku, { country, validUntil: spring }), 'a period may end when the next one begins'],
    [priceDraft(sku, { country }), 'a price without a period does not overlap'],
    [priceDraft(sku, { country: 'FR', validFrom: summer }), 'prices of different countries do not overlap'],
  ] as const)
    t.ok(await prices.create(draft), title);
  const later = await prices.create(priceDraft(sku, { country, validFrom: autumn }));
  assertSingleError(t, await prices.refuse(later, { action: 'setValidFrom', validFrom: summer }), {
    ...conflict,
    validFrom: summer,
  });
  matchWhole(t, await prices.update(later, { action: 'setValidFrom', validFrom: winter }), { validFrom: winter });
});

test('has values with fractions of a cent, which carts multiply before they round', async t => {
  const sku = newKey('sku');
  const precise = (preciseAmount: number) => ({
    type: 'highPrecision',
    currencyCode: 'EUR',
    preciseAmount,
    fractionDigits: 3,
  });
  const created = await prices.create({
    sku,
    value: precise(14),
    tiers: [{ minimumQuantity: 2_000, value: precise(12) }],
    staged: { value: precise(13) },
  });
  matchWhole(t, created, {
    value: { ...precise(14), centAmount: 1 },
    tiers: [{ value: { ...precise(12), centAmount: 1 } }],
    staged: { value: { ...precise(13), centAmount: 1 } },
  });
  matchWhole(t, await prices.update(created, { action: 'changeValue', value: precise(15) }), {
    value: { ...precise(15), centAmount: 2 },
  });
  assertError(
    t,
    await prices.refuse(
      { ...created, version: created.version + 1 },
      { action: 'changeValue', value: { ...precise(1), fractionDigits: 2 } },
    ),
    'InvalidField',
    { field: 'value.fractionDigits', invalidValue: 2, actionIndex: 0 },
  );
  const type = await createIn('product-types', productTypeDraft([], { key: newKey('type') }));
  const draft = { priceMode: 'Standalone', publish: true, masterVariant: { sku } } as never;
  await createIn('products', productDraft({ id: type.id }, draft));
  for (const [quantity, preciseAmount, centAmount] of [
    [1, 15, 2],
    [1_000, 15, 1_500],
    [2_000, 12, 2_400],
  ] as const)
    matchWhole(t, await createIn('carts', { currency: 'EUR', lineItems: [{ sku, quantity }] }), {
      lineItems: [{ price: { value: { type: 'highPrecision', preciseAmount } }, totalPrice: { centAmount } }],
    });
});
