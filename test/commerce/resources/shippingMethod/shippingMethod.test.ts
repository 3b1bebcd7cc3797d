import { test } from '../../../support/tap.js';
import { createType, money, newKey, referenceTo, shippingRate, shippingRateTiers } from '../../../support/drafts.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertBadRequest, assertError } from '../../../support/refusal.js';

const methods = await startResourceApi('shipping-methods');
const { createIn, resourcesAt } = methods;
const taxes = resourcesAt('tax-categories');
const zones = resourcesAt('zones');

test('changes fields, zones and rates of shipping methods', async t => {
  const [category, another, zone, second, type] = await Promise.all([
    taxes.create({ name: 'A' }),
    taxes.create({ name: 'B' }),
    zones.create({ name: 'Z1' }),
    zones.create({ name: 'Z2' }),
    createType(createIn, ['shipping-method']),
  ]);
  const draft = (changes: object = {}) => ({
    name: newKey('Parcel'),
    taxCategory: referenceTo('tax-category', category),
    zoneRates: [],
    isDefault: false,
    ...changes,
  });
  let method = await methods.create(
    draft({
      zoneRates: [
        {
          zone: referenceTo('zone', zone),
          shippingRates: [shippingRate(500, 'EUR', { freeAbove: money(9_000), tiers: shippingRateTiers })],
        },
      ],
      predicate: 'lineItemCount(1 = 1) > 1',
      custom: { type: referenceTo('type', type), fields: { note: 'n' } },
    }),
  );
  matchWhole(t, method, {
    active: true,
    isDefault: false,
    custom: { fields: { note: 'n' } },
    zoneRates: [
      {
        zone: referenceTo('zone', zone),
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
    { action: 'setCarrier', carrier: 'DHL' },
    { action: 'setLocalizedName', localizedName: { de: 'Brief' } },
    { action: 'setLocalizedDescription', localizedDescription: { de: 'b' } },
    { action: 'changeTaxCategory', taxCategory: referenceTo('tax-category', another) },
    { action: 'changeActive', active: false },
    { action: 'setPredicate', predicate: 'country = "DE"' },
    { action: 'setCustomField', name: 'note', value: 'm' },
    { action: 'addZone', zone: referenceTo('zone', second) },
    { action: 'addShippingRate', zone: referenceTo('zone', second), shippingRate: shippingRate(700) },
    { action: 'addShippingRate', zone: referenceTo('zone', second), shippingRate: shippingRate(800, 'USD') },
  );
  matchWhole(t, method, {
    name: /^Letter/,
    key: /^method/,
    description: 'd',
    carrier: 'DHL',
    localizedName: { de: 'Brief' },
    localizedDescription: { de: 'b' },
    taxCategory: referenceTo('tax-category', another),
    active: false,
    predicate: 'country = "DE"',
    custom: { fields: { note: 'm' } },
    zoneRates: [
      {},
      {
        zone: referenceTo('zone', second),
        shippingRates: [{ price: { centAmount: 700 }, tiers: [] }, { price: { currencyCode: 'USD' } }],
      },
    ],
  });

  for (const [action, code, members] of [
    [{ action: 'addZone', zone: referenceTo('zone', zone) }, 'InvalidOperation', { message: /already has the zone/ }],
    [
      { action: 'addShippingRate', zone: referenceTo('zone', second), shippingRate: shippingRate(1, 'USD') },
      'InvalidOperation',
      { message: /already has a shipping rate in USD/ },
    ],
    [
      { action: 'removeShippingRate', zone: referenceTo('zone', second), shippingRate: shippingRate(1) },
      'InvalidOperation',
      {},
    ],
    [
      {
        action: 'addShippingRate',
        zone: referenceTo('zone', second),
        shippingRate: shippingRate(1, 'GBP', { freeAbove: money(1) }),
      },
      'InvalidInput',
      { message: /expected GBP, got EUR/ },
    ],
    [
      { action: 'addShippingRate', zone: referenceTo('zone', second), shippingRate: shippingRate(-1, 'GBP') },
      'InvalidField',
      { field: 'shippingRate' },
    ],
    [
      { action: 'setPredicate', predicate: 'country =' },
      'SyntaxError',
      { message: /^Malformed field 'predicate': Unexpected end of input.*column 10/ },
    ],
    [
      { action: 'addZone', zone: referenceTo('zone', { id: 'nowhere' }) },
      'ReferencedResourceNotFound',
      { typeId: 'zone', id: 'nowhere' },
    ],
  ] as const)
    assertBadRequest(t, await methods.refuse(method, action), code, members);
  const badTier = (tier: object) =>
    methods.refuse(method, {
      action: 'addShippingRate',
      zone: referenceTo('zone', second),
      shippingRate: shippingRate(1, 'CHF', { tiers: [tier] }),
    });
  for (const [input, code, members] of [
    [{ type: 'CartValue', price: money(1, 'CHF') }, 'RequiredField', { field: 'tiers.minimumCentAmount' }],
    [{ type: 'CartClassification', value: 'x' }, 'RequiredField', { field: 'tiers.price' }],
    [{ type: 'CartScore', score: 1 }, 'InvalidInput', { message: /got neither/ }],
    [{ type: 'CartScore', score: 1, priceFunction: { currencyCode: 'CHF', function: 'x / 2' } }, 'SyntaxError', {}],
  ] as const)
    assertBadRequest(t, await badTier(input), code, members);

  method = await methods.update(
    method,
    { action: 'removeShippingRate', zone: referenceTo('zone', second), shippingRate: shippingRate(700) },
    { action: 'removeZone', zone: referenceTo('zone', zone) },
    { action: 'setPredicate' },
    { action: 'setCarrier' },
    { action: 'setCustomType' },
  );
  matchWhole(t, method, {
    predicate: undefined,
    carrier: undefined,
    custom: undefined,
    zoneRates: [{ zone: referenceTo('zone', second), shippingRates: [{ price: { currencyCode: 'USD' } }] }],
  });
  assertBadRequest(
    t,
    await methods.refuse(method, { action: 'removeZone', zone: referenceTo('zone', zone) }),
    'InvalidOperation',
  );
  assertError(t, await zones.remove(second), 'ReferenceExists');
  assertBadRequest(t, await methods.refuseCreation(draft({ name: method.name })), 'DuplicateField', {
    field: 'name',
    duplicateValue: method.name,
  });

  method = await methods.update(method, { action: 'changeIsDefault', isDefault: true });
  assertBadRequest(t, await methods.refuseCreation(draft({ isDefault: true })), 'DuplicateField', {
    field: 'isDefault',
    duplicateValue: true,
  });
  await methods.update(method, { action: 'changeIsDefault', isDefault: false });
  matchWhole(
    t,
    await methods.create(draft({ isDefault: true })),
    { isDefault: true },
    'another method can be the default after the first one is not',
  );
});
