import { test, type Test } from 'tap';
import { reserveStock } from '../../../src/resources/inventoryEntry/reserveStock.js';
import { compilePriceFunction } from '../../../src/pricing/compilePriceFunction.js';
import { shippingRatePrice } from '../../../src/pricing/shippingRatePrice.js';
import { toShippingRate } from '../../../src/resources/shippingMethod/shippingRate.js';
import { shippingRateFor } from '../../../src/pricing/shippingRateFor.js';
import { taxRateFor } from '../../../src/pricing/taxRateFor.js';
import { moneyOf } from '../../../src/schema/money.js';
import { money, newKey } from '../../support/drafts.js';
import { assertSingleError, refusalOf } from '../../support/refusal.js';
import { startResourceApi, type Resource } from '../../support/resourceApi.js';
import { fieldDefinition } from '../../support/types.js';
import { matchWhole } from '../../support/matchWhole.js';

const { createIn, resourcesAt, messagesOf, http, base } = await startResourceApi('tax-categories');
const [taxes, zones, methods, stock] = [
  resourcesAt('tax-categories'),
  resourcesAt('zones'),
  resourcesAt('shipping-methods'),
  resourcesAt('inventory'),
];

type Refusal = Awaited<ReturnType<typeof taxes.refuseCreation>>;
interface RefusalFields {
  readonly message?: RegExp;
  readonly [extra: string]: unknown;
}
/** The response is a 400 with one entry that has this code and these extra fields. */
const isRefused = (t: Test, answer: Refusal, code: string, { message, ...extra }: RefusalFields = {}) => {
  t.equal(answer.statusCode, 400);
  assertSingleError(t, answer, { code, ...extra });
  if (message !== undefined) t.match(answer.errors[0]?.message, message);
};
const typeFor = (resourceTypeId: string) =>
  createIn('types', {
    key: newKey('type'),
    name: { en: 'T' },
    resourceTypeIds: [resourceTypeId],
    fieldDefinitions: [fieldDefinition('note', { name: 'String' })],
  });
const to = (typeId: string, { id }: { readonly id: string }) => ({ typeId, id });
const rate = (changes: object = {}) => ({
  name: 'VAT',
  amount: 0.19,
  includedInPrice: true,
  country: 'DE',
  ...changes,
});
type Rates = { readonly id: string; readonly key?: string }[];

test('changes tax rates by id and by key, and adds sub-rates exactly', async t => {
  let category = await taxes.create({
    name: 'Standard',
    description: 'all',
    rates: [
      rate({ key: 'de' }),
      rate({
        country: 'US',
        state: 'NY',
        amount: undefined,
        subRates: [
          { name: 'state', amount: 0.1 },
          { name: 'city', amount: 0.2 },
        ],
      }),
    ],
  });
  matchWhole(t, category, {
    name: 'Standard',
    description: 'all',
    rates: [
      { id: /^[0-9a-f-]{36}$/, key: 'de', amount: 0.19, includedInPrice: true, country: 'DE' },
      { state: 'NY', amount: 0.3, subRates: [{ name: 'state', amount: 0.1 }, { amount: 0.2 }] },
    ],
  });
  const [german, american] = category.rates as Rates;
  category = await taxes.update(
    category,
    { action: 'changeName', name: 'Reduced' },
    { action: 'setKey', key: newKey('tax') },
    { action: 'setDescription' },
    { action: 'addTaxRate', taxRate: rate({ country: 'AT', amount: 0.2 }) },
  );
  matchWhole(t, category, {
    version: 2,
    name: 'Reduced',
    key: /^tax-/,
    description: undefined,
    rates: [german, american, { country: 'AT', amount: 0.2 }],
  });
  category = await taxes.update(
    category,
    { action: 'replaceTaxRate', taxRateKey: 'de', taxRate: rate({ key: 'de', amount: 0.07 }) },
    { action: 'removeTaxRate', taxRateId: american!.id },
  );
  matchWhole(t, category.rates, [{ key: 'de', amount: 0.07 }, { country: 'AT' }]);
  t.not((category.rates as Rates)[0]!.id, german!.id, 'a rate that replaces another is a new one');
  category = await taxes.update(category, { action: 'removeTaxRate', taxRateKey: 'de' });
  matchWhole(t, category.rates, [{ country: 'AT' }]);
  t.equal((category.rates as Rates).length, 1);

  isRefused(t, await taxes.refuse(category, { action: 'removeTaxRate', taxRateId: 'none' }), 'InvalidOperation', {
    message: /tax category has no taxRate with id 'none'/,
  });
  isRefused(t, await taxes.refuse(category, { action: 'removeTaxRate' }), 'RequiredField', { field: 'taxRateId' });
  isRefused(
    t,
    await taxes.refuse(category, { action: 'replaceTaxRate', taxRateId: 'a', taxRateKey: 'b', taxRate: rate() }),
    'InvalidInput',
  );
  isRefused(
    t,
    await taxes.refuse(
      category,
      { action: 'addTaxRate', taxRate: rate({ key: 'de' }) },
      { action: 'addTaxRate', taxRate: rate({ key: 'de' }) },
    ),
    'DuplicateField',
    { field: 'rates.key', duplicateValue: 'de' },
  );
  isRefused(
    t,
    await taxes.refuse(category, { action: 'addTaxRate', taxRate: rate({ subRates: [{ name: 'a', amount: 0.1 }] }) }),
    'InvalidInput',
    { message: /expected 0.19, got 0.1/ },
  );
  isRefused(
    t,
    await taxes.refuse(category, {
      action: 'addTaxRate',
      taxRate: rate({
        amount: undefined,
        subRates: [
          { name: 'a', amount: 0.9 },
          { name: 'b', amount: 0.2 },
        ],
      }),
    }),
    'InvalidInput',
    { message: /at most 1; got 1.1/ },
  );
  isRefused(
    t,
    await taxes.refuse(category, { action: 'addTaxRate', taxRate: rate({ amount: undefined }) }),
    'RequiredField',
    { field: 'taxRate.amount' },
  );
  for (const amount of [-0.1, 1.1])
    isRefused(t, await taxes.refuseCreation({ name: 'X', rates: [rate({ amount })] }), 'InvalidField', {
      field: 'rates[0].amount',
    });
  isRefused(t, await taxes.refuseCreation({ name: '' }), 'InvalidField', { field: 'name' });
});

test('finds the tax rate of a location', async t => {
  const rates = [
    { id: '1', ...rate() },
    { id: '2', ...rate({ country: 'US', state: 'NY' }) },
    { id: '3', ...rate({ country: 'US' }) },
    { id: '4', ...rate({ country: 'CA', state: 'QC' }) },
  ];
  const idAt = (country: string, state?: string) => taxRateFor({ rates }, { country, state })?.id;
  t.same(
    [
      idAt('DE'),
      idAt('DE', 'BY'),
      idAt('US', 'NY'),
      idAt('US', 'TX'),
      idAt('US'),
      idAt('CA', 'QC'),
      idAt('CA', 'ON'),
      idAt('CA'),
      idAt('FR'),
    ],
    ['1', '1', '2', '3', '3', '4', undefined, undefined, undefined],
  );
});

test('refuses a location that is in another zone of the project', async t => {
  let zone = await zones.create({
    name: 'Europe',
    locations: [{ country: 'DE' }, { country: 'DE' }, { country: 'AT', state: 'Tirol' }],
  });
  t.strictSame(zone.locations, [{ country: 'DE' }, { country: 'AT', state: 'Tirol' }]);
  zone = await zones.update(
    zone,
    { action: 'changeName', name: 'EU' },
    { action: 'setKey', key: newKey('zone') },
    { action: 'setDescription', description: 'union' },
    { action: 'addLocation', location: { country: 'FR' } },
    { action: 'addLocation', location: { country: 'FR' } },
  );
  matchWhole(t, zone, {
    name: 'EU',
    key: /^zone-/,
    description: 'union',
    locations: [{ country: 'DE' }, { country: 'AT' }, { country: 'FR' }],
  });
  const other = await zones.create({ name: 'Elsewhere', locations: [{ country: 'AT' }] });
  isRefused(t, await zones.refuse(other, { action: 'addLocation', location: { country: 'DE' } }), 'DuplicateField', {
    field: 'locations',
    duplicateValue: { country: 'DE' },
  });
  isRefused(
    t,
    await zones.refuseCreation({ name: 'Third', locations: [{ country: 'AT', state: 'Tirol' }] }),
    'DuplicateField',
    { field: 'locations', duplicateValue: { country: 'AT', state: 'Tirol' } },
  );
  isRefused(t, await zones.refuseCreation({ name: 'Third', locations: [{ country: 'Austria' }] }), 'InvalidField', {
    field: 'locations[0].country',
  });
  zone = await zones.update(
    zone,
    { action: 'removeLocation', location: { country: 'DE' } },
    { action: 'removeLocation', location: { country: 'PL' } },
  );
  t.strictSame(zone.locations, [{ country: 'AT', state: 'Tirol' }, { country: 'FR' }]);
  matchWhole(
    t,
    await zones.update(other, { action: 'addLocation', location: { country: 'DE' } }),
    { locations: [{ country: 'AT' }, { country: 'DE' }] },
    'what another zone gave up is free',
  );
});

const shippingRate = (centAmount: number, currencyCode = 'EUR', more: object = {}) => ({
  price: money(centAmount, currencyCode),
  ...more,
});
const tiers = [
  { type: 'CartValue', minimumCentAmount: 5_000, price: money(300) },
  { type: 'CartValue', minimumCentAmount: 1_000, price: money(400) },
  { type: 'CartClassification', value: 'Heavy', price: money(900) },
  { type: 'CartScore', score: 1, price: money(100) },
  { type: 'CartScore', score: 10, priceFunction: { currencyCode: 'EUR', function: '(200 * x) - 1' } },
] as const;

test('changes fields, zones and rates of shipping methods', async t => {
  const [category, another, zone, second, type] = await Promise.all([
    taxes.create({ name: 'A' }),
    taxes.create({ name: 'B' }),
    zones.create({ name: 'Z1' }),
    zones.create({ name: 'Z2' }),
    typeFor('shipping-method'),
  ]);
  const draft = (changes: object = {}) => ({
    name: newKey('Parcel'),
    taxCategory: to('tax-category', category),
    zoneRates: [],
    isDefault: false,
    ...changes,
  });
  let method = await methods.create(
    draft({
      zoneRates: [
        { zone: to('zone', zone), shippingRates: [shippingRate(500, 'EUR', { freeAbove: money(9_000), tiers })] },
      ],
      predicate: 'lineItemCount(1 = 1) > 1',
      custom: { type: to('type', type), fields: { note: 'n' } },
    }),
  );
  matchWhole(t, method, {
    active: true,
    isDefault: false,
    custom: { fields: { note: 'n' } },
    zoneRates: [
      {
        zone: to('zone', zone),
        shippingRates: [
          {
            price: { centAmount: 500, fractionDigits: 2 },
            freeAbove: { centAmount: 9_000 },
            tiers: [
              { price: { centAmount: 300 } },
              {},
              { value: 'Heavy' },
              { score: 1 },
              { priceFunction: { function: '(200 * x) - 1' } },
            ],
          },
        ],
      },
    ],
  });
  method = await methods.update(
    method,
    { action: 'changeName', name: newKey('Letter') },
    { action: 'setKey', key: newKey('method') },
    { action: 'setDescription', description: 'd' },
    { action: 'setLocalizedName', localizedName: { de: 'Brief' } },
    { action: 'setLocalizedDescription', localizedDescription: { de: 'b' } },
    { action: 'changeTaxCategory', taxCategory: to('tax-category', another) },
    { action: 'changeActive', active: false },
    { action: 'setPredicate', predicate: 'country = "DE"' },
    { action: 'setCustomField', name: 'note', value: 'm' },
    { action: 'addZone', zone: to('zone', second) },
    { action: 'addShippingRate', zone: to('zone', second), shippingRate: shippingRate(700) },
    { action: 'addShippingRate', zone: to('zone', second), shippingRate: shippingRate(800, 'USD') },
  );
  matchWhole(t, method, {
    name: /^Letter/,
    key: /^method/,
    description: 'd',
    localizedName: { de: 'Brief' },
    localizedDescription: { de: 'b' },
    taxCategory: to('tax-category', another),
    active: false,
    predicate: 'country = "DE"',
    custom: { fields: { note: 'm' } },
    zoneRates: [
      {},
      {
        zone: to('zone', second),
        shippingRates: [{ price: { centAmount: 700 }, tiers: [] }, { price: { currencyCode: 'USD' } }],
      },
    ],
  });

  isRefused(t, await methods.refuse(method, { action: 'addZone', zone: to('zone', zone) }), 'InvalidOperation', {
    message: /already has the zone/,
  });
  isRefused(
    t,
    await methods.refuse(method, {
      action: 'addShippingRate',
      zone: to('zone', second),
      shippingRate: shippingRate(1, 'USD'),
    }),
    'InvalidOperation',
    { message: /already has a shipping rate in USD/ },
  );
  isRefused(
    t,
    await methods.refuse(method, {
      action: 'removeShippingRate',
      zone: to('zone', second),
      shippingRate: shippingRate(1),
    }),
    'InvalidOperation',
  );
  isRefused(
    t,
    await methods.refuse(method, {
      action: 'addShippingRate',
      zone: to('zone', second),
      shippingRate: shippingRate(1, 'GBP', { freeAbove: money(1) }),
    }),
    'InvalidInput',
    { message: /expected GBP, got EUR/ },
  );
  isRefused(
    t,
    await methods.refuse(method, {
      action: 'addShippingRate',
      zone: to('zone', second),
      shippingRate: shippingRate(-1, 'GBP'),
    }),
    'InvalidField',
    { field: 'shippingRate' },
  );
  isRefused(t, await methods.refuse(method, { action: 'setPredicate', predicate: 'country =' }), 'SyntaxError', {
    message: /^Malformed field 'predicate': Unexpected end of input.*column 10/,
  });
  isRefused(
    t,
    await methods.refuse(method, { action: 'addZone', zone: to('zone', { id: 'nowhere' }) }),
    'ReferencedResourceNotFound',
    { typeId: 'zone', id: 'nowhere' },
  );
  const badTier = (tier: object) =>
    methods.refuse(method, {
      action: 'addShippingRate',
      zone: to('zone', second),
      shippingRate: shippingRate(1, 'CHF', { tiers: [tier] }),
    });
  isRefused(t, await badTier({ type: 'CartValue', price: money(1, 'CHF') }), 'RequiredField', {
    field: 'tiers.minimumCentAmount',
  });
  isRefused(t, await badTier({ type: 'CartClassification', value: 'x' }), 'RequiredField', { field: 'tiers.price' });
  isRefused(t, await badTier({ type: 'CartScore', score: 1 }), 'InvalidInput', { message: /got neither/ });
  isRefused(
    t,
    await badTier({ type: 'CartScore', score: 1, priceFunction: { currencyCode: 'CHF', function: 'x / 2' } }),
    'SyntaxError',
  );

  method = await methods.update(
    method,
    { action: 'removeShippingRate', zone: to('zone', second), shippingRate: shippingRate(700) },
    { action: 'removeZone', zone: to('zone', zone) },
    { action: 'setPredicate' },
    { action: 'setCustomType' },
  );
  matchWhole(t, method, {
    predicate: undefined,
    custom: undefined,
    zoneRates: [{ zone: to('zone', second), shippingRates: [{ price: { currencyCode: 'USD' } }] }],
  });
  isRefused(t, await methods.refuse(method, { action: 'removeZone', zone: to('zone', zone) }), 'InvalidOperation');
  matchWhole(t, (await zones.remove(second)).json, { errors: [{ code: 'ReferenceExists' }] });
  isRefused(t, await methods.refuseCreation(draft({ name: method.name })), 'DuplicateField', {
    field: 'name',
    duplicateValue: method.name,
  });

  method = await methods.update(method, { action: 'changeIsDefault', isDefault: true });
  isRefused(t, await methods.refuseCreation(draft({ isDefault: true })), 'DuplicateField', {
    field: 'isDefault',
    duplicateValue: true,
  });
  await methods.update(method, { action: 'changeIsDefault', isDefault: false });
  matchWhole(
    t,
    await methods.create(draft({ isDefault: true })),
    { isDefault: true },
    'once nobody is the default, another can be',
  );
});

test('finds the shipping rate of a location and computes its price', async t => {
  const zonesById = new Map([
    ['eu', { locations: [{ country: 'DE' }, { country: 'US', state: 'NY' }] }],
    ['us', { locations: [{ country: 'US' }] }],
  ]);
  const rateAt = (centAmount: number, currency = 'EUR') => toShippingRate(shippingRate(centAmount, currency));
  const method = {
    zoneRates: [
      { zone: { typeId: 'zone' as const, id: 'us' }, shippingRates: [rateAt(1), rateAt(2, 'USD')] },
      { zone: { typeId: 'zone' as const, id: 'eu' }, shippingRates: [rateAt(3)] },
      { zone: { typeId: 'zone' as const, id: 'gone' }, shippingRates: [rateAt(4)] },
    ],
  };
  const centsAt = (country: string, state?: string, currencyCode = 'EUR') =>
    shippingRateFor(method, zonesById, { country, state, currencyCode })?.price.centAmount;
  t.same(
    [
      centsAt('DE'),
      centsAt('US'),
      centsAt('US', 'NY'),
      centsAt('US', 'NY', 'USD'),
      centsAt('DE', undefined, 'USD'),
      centsAt('FR'),
    ],
    [3, 1, 3, 2, undefined, undefined],
  );

  const priced = toShippingRate({ price: money(500), freeAbove: money(9_000), tiers: [...tiers] });
  const cents = (value: number, input?: Parameters<typeof shippingRatePrice>[2], currency = 'EUR') =>
    shippingRatePrice(priced, moneyOf(money(value, currency)), input).centAmount;
  t.same(
    [cents(999), cents(1_000), cents(4_999), cents(5_000), cents(8_999), cents(9_000)],
    [500, 400, 400, 300, 300, 0],
  );
  t.same([cents(9_000, undefined, 'USD')], [500], 'amounts of another currency are not compared');
  t.same(
    [cents(0, { type: 'Classification', key: 'Heavy' }), cents(0, { type: 'Classification', key: 'Light' })],
    [900, 500],
  );
  t.same(
    [
      cents(0, { type: 'Score', score: 0 }),
      cents(0, { type: 'Score', score: 9 }),
      cents(0, { type: 'Score', score: 12 }),
    ],
    [500, 100, 2_399],
  );
  t.same(
    ['(150 * x) + 300', '-x + 10', '2 * (x - 1) * 0.5', 'x-1-1'].map(text => compilePriceFunction(text)(3).toNumber()),
    [750, 7, 2, 1],
  );
  for (const text of ['', 'x x', '(x', 'x)', 'y', '1 +', 'x / 2', 'constructor'])
    matchWhole(
      t,
      refusalOf(() => compilePriceFunction(text)),
      { errors: [{ code: 'SyntaxError' }] },
      text,
    );
});

test('changes quantities and supply channel of inventory entries and sends messages', async t => {
  const [warehouse, shop, type] = await Promise.all([
    createIn('channels', { key: newKey('c') }),
    createIn('channels', { key: newKey('c'), roles: ['ProductDistribution'] }),
    typeFor('inventory-entry'),
  ]);
  const sku = newKey('sku');
  let entry = await stock.create({
    sku,
    key: newKey('stock'),
    quantityOnStock: 10,
    restockableInDays: 3,
    expectedDelivery: '2030-01-01T00:00:00Z',
    stockLevels: { reorderPoint: 5 },
    custom: { type: to('type', type), fields: { note: 'n' } },
  });
  matchWhole(t, entry, {
    sku,
    quantityOnStock: 10,
    availableQuantity: 10,
    restockableInDays: 3,
    expectedDelivery: '2030-01-01T00:00:00.000Z',
    stockLevels: { reorderPoint: 5 },
    custom: { fields: { note: 'n' } },
  });
  isRefused(t, await stock.refuseCreation({ sku, quantityOnStock: 1 }), 'DuplicateField', {
    field: 'sku',
    duplicateValue: sku,
  });
  entry = await stock.update(entry, { action: 'addQuantity', quantity: 5 }, { action: 'removeQuantity', quantity: 8 });
  matchWhole(t, entry, { quantityOnStock: 7, availableQuantity: 7 });
  entry = await stock.update(
    entry,
    { action: 'setSafetyStock', quantity: 2 },
    { action: 'changeQuantity', quantity: 1 },
  );
  matchWhole(t, entry, { quantityOnStock: 1, availableQuantity: 1, stockLevels: { reorderPoint: 5, safetyStock: 2 } });
  entry = await stock.update(entry, { action: 'removeQuantity', quantity: 3 });
  matchWhole(t, entry, { quantityOnStock: -2, availableQuantity: -2 });
  entry = await stock.update(
    entry,
    { action: 'setReservationExpirationInMinutes', reservationExpirationInMinutes: 60 },
    { action: 'setReorderPoint' },
    { action: 'setSafetyStock' },
    { action: 'setRestockableInDays' },
    { action: 'setExpectedDelivery', expectedDelivery: '2031-01-01T00:00:00Z' },
    { action: 'setSupplyChannel', supplyChannel: to('channel', warehouse) },
    { action: 'setKey' },
    { action: 'setCustomField', name: 'note', value: 'm' },
  );
  matchWhole(t, entry, {
    stockLevels: undefined,
    restockableInDays: undefined,
    key: undefined,
    expectedDelivery: '2031-01-01T00:00:00.000Z',
    reservationExpirationInMinutes: 60,
    supplyChannel: to('channel', warehouse),
    custom: { fields: { note: 'm' } },
  });

  isRefused(
    t,
    await stock.refuse(entry, { action: 'setSupplyChannel', supplyChannel: to('channel', shop) }),
    'MissingRoleOnChannel',
    { missingRole: 'InventorySupply', channel: to('channel', shop) },
  );
  isRefused(
    t,
    await stock.refuseCreation({ sku, quantityOnStock: 1, supplyChannel: to('channel', shop) }),
    'MissingRoleOnChannel',
    { missingRole: 'InventorySupply', channel: to('channel', shop) },
  );
  isRefused(t, await stock.refuse(entry, { action: 'setInventoryLimits', maxCartQuantity: 4 }), 'InvalidField', {
    field: 'actions[0].action',
  });
  for (const limit of ['minCartQuantity', 'maxCartQuantity'])
    isRefused(
      t,
      await stock.refuseCreation({ sku: newKey('sku'), quantityOnStock: 1, [limit]: 2 }),
      'InvalidOperation',
      { message: new RegExp(limit) },
    );
  isRefused(
    t,
    await stock.refuse(
      entry,
      { action: 'addQuantity', quantity: Number.MAX_SAFE_INTEGER },
      { action: 'addQuantity', quantity: Number.MAX_SAFE_INTEGER },
    ),
    'InvalidInput',
  );
  isRefused(t, await stock.refuse(entry, { action: 'addQuantity', quantity: -1 }), 'InvalidField', {
    field: 'actions[0].quantity',
  });
  isRefused(
    t,
    await stock.refuseCreation({ sku, quantityOnStock: 1, supplyChannel: to('channel', warehouse) }),
    'DuplicateField',
    { field: 'supplyChannel', duplicateValue: to('channel', warehouse) },
  );
  const loose = await stock.create({ sku, quantityOnStock: 1 });
  isRefused(
    t,
    await stock.refuse(loose, { action: 'setSupplyChannel', supplyChannel: to('channel', warehouse) }),
    'DuplicateField',
    { field: 'supplyChannel', duplicateValue: to('channel', warehouse) },
  );
  entry = await stock.update(entry, { action: 'setCustomType' });
  matchWhole(t, entry, { custom: undefined });
  matchWhole(t, (await http.send('GET', `${base}/inventory?where=${encodeURIComponent(`sku="${sku}"`)}`)).json, {
    total: 2,
  });
  t.equal((await stock.remove(entry)).status, 200);
  matchWhole(t, await messagesOf(entry), [
    {
      type: 'InventoryEntryCreated',
      inventoryEntry: { id: entry.id, availableQuantity: 10 },
      resourceUserProvidedIdentifiers: { sku },
    },
    {
      type: 'InventoryEntryQuantitySet',
      oldQuantityOnStock: 10,
      newQuantityOnStock: 15,
      oldAvailableQuantity: 10,
      newAvailableQuantity: 15,
      sku,
    },
    { type: 'InventoryEntryQuantitySet', newQuantityOnStock: 7 },
    { type: 'InventoryEntryQuantitySet', newQuantityOnStock: 1 },
    { type: 'InventoryEntryReorderPoint', sku, quantityOnStock: 1 },
    { type: 'InventoryEntrySafetyStock', sku, quantityOnStock: 1 },
    { type: 'InventoryEntryQuantitySet', newQuantityOnStock: -2 },
    { type: 'InventoryEntryOutOfStock', sku },
    { type: 'InventoryEntryReservationExpirationInMinutesSet', newReservationExpirationInMinutes: 60 },
    { type: 'InventoryEntryDeleted', sku, supplyChannel: to('channel', warehouse) },
  ]);
  matchWhole(
    t,
    (await stock.create({ sku, quantityOnStock: 1, supplyChannel: to('channel', warehouse) })) as Resource,
    { sku },
    'the pair is free again',
  );
});

test('reserves only from the available quantity', async t => {
  t.strictSame(reserveStock({ availableQuantity: 3 }, 3), { availableQuantity: 0 });
  t.equal(reserveStock({ availableQuantity: 3 }, 4), undefined);
  t.strictSame(reserveStock({ availableQuantity: 3 }, 4, { belowZero: true }), { availableQuantity: -1 });
  t.strictSame(
    reserveStock({ availableQuantity: -3 }, -2),
    { availableQuantity: -1 },
    'what is given back is taken, however little there is',
  );
});
