import { test } from 'tap';
import fc from 'fast-check';
import { selectPrice, tierValue } from '../../../src/pricing/selectPrice.js';
import { money, newKey } from '../../support/drafts.js';
import { assertSingleError, type WireError } from '../../support/refusal.js';
import { startResourceApi } from '../../support/resourceApi.js';
import { matchWhole } from '../../support/matchWhole.js';

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
  const type = await createIn('types', {
    key: newKey('type'),
    name: { en: 'Note' },
    resourceTypeIds: ['standalone-price'],
    fieldDefinitions: [{ name: 'note', label: { en: 'Note' }, required: false, type: { name: 'String' } }],
  });
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

test('refuses a channel without the role ProductDistribution (ERR073)', async t => {
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

test('refuses two prices of one SKU and scope (ERR076)', async t => {
  const scopes = [
    {},
    { country: 'DE' },
    { customerGroup: group },
    { channel: distribution },
    { validFrom: spring, validUntil: summer },
    { country: 'DE', customerGroup: group, channel: distribution, validFrom: summer, validUntil: autumn },
  ];
  const sku = newKey('sku');
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
  matchWhole(t, await prices.refuse(other, { action: 'setValidFrom' }), {
    errors: [
      {
        code: 'DuplicateStandalonePriceScope',
        conflictingStandalonePrice: { typeId: 'standalone-price', id: String },
        sku: String,
        currency: 'EUR',
      },
    ],
  });
  const raced = newKey('sku');
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() => prices.http.send('POST', `${prices.base}/standalone-prices`, { body: priceDraft(raced) })),
  );
  t.same(answers.map(({ status }) => status).sort(), [201, 400, 400, 400], 'one of several at once is made');
  // Only a refusal before the commit can name the other price.
  for (const { json } of answers.filter(({ status }) => status === 400))
    matchWhole(
      t,
      (json as WireError).errors.map(({ conflictingStandalonePrice: _other, ...entry }) => entry),
      [{ code: 'DuplicateStandalonePriceScope', sku: raced, currency: 'EUR' }],
    );
});

test('refuses overlapping periods of one scope (ERR077)', async t => {
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
  t.ok(await prices.create(priceDraft(sku, { country, validUntil: spring })), 'one ends as the other begins');
  t.ok(await prices.create(priceDraft(sku, { country })), 'a price without a period stands behind');
  t.ok(await prices.create(priceDraft(sku, { country: 'FR', validFrom: summer })), 'other buyers');
  const later = await prices.create(priceDraft(sku, { country, validFrom: autumn }));
  assertSingleError(t, await prices.refuse(later, { action: 'setValidFrom', validFrom: summer }), {
    ...conflict,
    validFrom: summer,
  });
  matchWhole(t, await prices.update(later, { action: 'setValidFrom', validFrom: winter }), { validFrom: winter });
});

const at = summer;
const buyer = { currencyCode: 'EUR', country: 'DE', customerGroupId: 'g', channelId: 'c', at };
const eur = money(1);
const forGroup = { value: eur, customerGroup: { id: 'g' } };
const forChannel = { value: eur, channel: { id: 'c' } };
const forCountry = { value: eur, country: 'DE' };
const forNow = { value: eur, validFrom: spring };
const forAll = { value: eur };

test('selects the most specific price for a buyer', async t => {
  const channelInCountry = { ...forChannel, ...forCountry };
  const inOrder = [
    { ...forGroup, ...channelInCountry, validFrom: spring },
    { ...forGroup, ...channelInCountry },
    { ...forGroup, ...forChannel },
    { ...forGroup, ...forCountry },
    { ...forGroup, validUntil: autumn },
    forGroup,
    channelInCountry,
    forChannel,
    { ...forCountry, ...forNow },
    forCountry,
    forNow,
    forAll,
  ];
  inOrder.forEach((price, index) => t.equal(selectPrice(inOrder.slice(index).reverse(), buyer), price, `${index}`));
  for (const foreign of [
    { value: money(1, 'USD') },
    { ...forGroup, customerGroup: { id: 'h' } },
    { ...forChannel, channel: { id: 'd' } },
    { ...forCountry, country: 'FR' },
    { ...forNow, validFrom: autumn },
    { ...forAll, validUntil: at },
  ])
    t.equal(selectPrice([foreign], buyer), undefined);
  t.equal(
    selectPrice([forGroup, forChannel, forCountry], { currencyCode: 'EUR', at }),
    undefined,
    'a buyer of whom nothing is known',
  );
  t.equal(selectPrice([{ ...forAll, validFrom: at }], buyer)?.validFrom, at, 'from the first moment on');
});

test('selects an applicable price that no other applicable price exceeds in specificity', async t => {
  const some = <T>(value: T) => fc.option(fc.constantFrom(value), { nil: undefined });
  const price = fc.record({
    value: fc.constantFrom(eur, money(1, 'USD')),
    country: fc.option(fc.constantFrom('DE', 'FR'), { nil: undefined }),
    customerGroup: fc.option(fc.constantFrom({ id: 'g' }, { id: 'h' }), { nil: undefined }),
    channel: fc.option(fc.constantFrom({ id: 'c' }, { id: 'd' }), { nil: undefined }),
    validFrom: some(spring),
    validUntil: some(autumn),
  });
  const weight = (
    each: typeof forAll & {
      customerGroup?: unknown;
      channel?: unknown;
      country?: unknown;
      validFrom?: unknown;
      validUntil?: unknown;
    },
  ) =>
    (each.customerGroup ? 8 : 0) +
    (each.channel ? 4 : 0) +
    (each.country ? 2 : 0) +
    ((each.validFrom ?? each.validUntil) ? 1 : 0);
  const fits = (each: {
    value: { currencyCode: string };
    country?: string;
    customerGroup?: { id: string };
    channel?: { id: string };
  }) =>
    each.value.currencyCode === 'EUR' &&
    (each.country ?? 'DE') === 'DE' &&
    (each.customerGroup?.id ?? 'g') === 'g' &&
    (each.channel?.id ?? 'c') === 'c';
  fc.assert(
    fc.property(fc.array(price, { maxLength: 12 }), list => {
      const selected = selectPrice(list, buyer);
      const best = Math.max(-1, ...list.filter(fits).map(weight));
      return selected === undefined ? best === -1 : fits(selected) && weight(selected) === best;
    }),
  );
  t.pass();
});

test('selects the tier of a quantity', async t => {
  const price = {
    value: 100,
    tiers: [
      { minimumQuantity: 10, value: 80 },
      { minimumQuantity: 5, value: 90 },
    ],
  };
  for (const [quantity, value] of [
    [1, 100],
    [4, 100],
    [5, 90],
    [9, 90],
    [10, 80],
    [1_000, 80],
  ] as const)
    t.equal(tierValue(price, quantity), value);
  t.equal(tierValue({ value: 100 }, 7), 100);
});
