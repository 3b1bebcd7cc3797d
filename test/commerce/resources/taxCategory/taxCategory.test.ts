import { test } from '../../../support/tap.js';
import { newKey } from '../../../support/drafts.js';
import { startResourceApi } from '../../../support/resourceApi.js';
import { matchWhole } from '../../../support/matchWhole.js';
import { assertBadRequest } from '../../../support/refusal.js';

const taxes = await startResourceApi('tax-categories');
const rate = (changes: object = {}) => ({
  name: 'VAT',
  amount: 0.19,
  includedInPrice: true,
  country: 'DE',
  ...changes,
});
type Rates = { readonly id: string; readonly key?: string }[];

/** Also shows tax-category.a7494, tax-category.35995 and tax-category.2930b. */
test('an amount is the sum of sub-rates, which may replace it; each rate has an id (tax-category.05580)', async t => {
  const subRates = [
    { name: 'state', amount: 0.1 },
    { name: 'city', amount: 0.2 },
  ];
  const same = await taxes.create({
    name: 'Standard',
    rates: [rate(), rate(), rate({ amount: 0.3, subRates }), rate({ amount: undefined, subRates })],
  });
  const rates = same.rates as readonly { readonly id: string }[];
  t.equal(new Set(rates.map(({ id }) => id)).size, 4);
  matchWhole(t, rates, [{ amount: 0.19 }, { amount: 0.19 }, { amount: 0.3, subRates }, { amount: 0.3, subRates }]);
  for (const [changes, code, members] of [
    [{ amount: undefined }, 'RequiredField', { field: 'taxRate.amount' }],
    [{ amount: undefined, subRates: [] }, 'RequiredField', { field: 'taxRate.amount' }],
    [{ amount: 0.31, subRates }, 'InvalidInput', { message: /expected 0.31, got 0.3\.$/ }],
    [{ amount: 0, subRates }, 'InvalidInput', { message: /expected 0, got 0.3\.$/ }],
  ] as const) {
    assertBadRequest(t, await taxes.refuseCreation({ name: 'X', rates: [rate(changes)] }), code, members);
    assertBadRequest(t, await taxes.refuse(same, { action: 'addTaxRate', taxRate: rate(changes) }), code, members);
    const taxRateId = rates[0]!.id;
    const replace = { action: 'replaceTaxRate', taxRateId, taxRate: rate(changes) };
    assertBadRequest(t, await taxes.refuse(same, replace), code, members);
  }
});

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
  t.not((category.rates as Rates)[0]!.id, german!.id, 'a replaced tax rate gets a new id');
  category = await taxes.update(category, { action: 'removeTaxRate', taxRateKey: 'de' });
  matchWhole(t, category.rates, [{ country: 'AT' }]);
  t.equal((category.rates as Rates).length, 1);

  for (const [action, code, members] of [
    [
      { action: 'removeTaxRate', taxRateId: 'none' },
      'InvalidOperation',
      { message: /tax category has no taxRate with id 'none'/ },
    ],
    [{ action: 'removeTaxRate' }, 'RequiredField', { field: 'taxRateId' }],
    [{ action: 'replaceTaxRate', taxRateId: 'a', taxRateKey: 'b', taxRate: rate() }, 'InvalidInput', {}],
  ] as const)
    assertBadRequest(t, await taxes.refuse(category, action), code, members);
  assertBadRequest(
    t,
    await taxes.refuse(
      category,
      { action: 'addTaxRate', taxRate: rate({ key: 'de' }) },
      { action: 'addTaxRate', taxRate: rate({ key: 'de' }) },
    ),
    'DuplicateField',
    { field: 'rates.key', duplicateValue: 'de' },
  );
  for (const [action, code, members] of [
    [
      { action: 'addTaxRate', taxRate: rate({ subRates: [{ name: 'a', amount: 0.1 }] }) },
      'InvalidInput',
      { message: /expected 0.19, got 0.1/ },
    ],
    [
      {
        action: 'addTaxRate',
        taxRate: rate({
          amount: undefined,
          subRates: [
            { name: 'a', amount: 0.9 },
            { name: 'b', amount: 0.2 },
          ],
        }),
      },
      'InvalidInput',
      { message: /at most 1; got 1.1/ },
    ],
    [{ action: 'addTaxRate', taxRate: rate({ amount: undefined }) }, 'RequiredField', { field: 'taxRate.amount' }],
  ] as const)
    assertBadRequest(t, await taxes.refuse(category, action), code, members);
  for (const amount of [-0.1, 1.1])
    assertBadRequest(t, await taxes.refuseCreation({ name: 'X', rates: [rate({ amount })] }), 'InvalidField', {
      field: 'rates[0].amount',
    });
  assertBadRequest(t, await taxes.refuseCreation({ name: '' }), 'InvalidField', { field: 'name' });
});
