import { test } from '../../support/tap.js';
import { newKey } from '../../support/drafts.js';
import { startResourceApi } from '../../support/resourceApi.js';
import { matchWhole } from '../../support/matchWhole.js';
import { assertBadRequest } from '../../support/refusal.js';

const taxes = await startResourceApi('tax-categories');
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
  t.not((category.rates as Rates)[0]!.id, german!.id, 'a replaced tax rate gets a new id');
  category = await taxes.update(category, { action: 'removeTaxRate', taxRateKey: 'de' });
  matchWhole(t, category.rates, [{ country: 'AT' }]);
  t.equal((category.rates as Rates).length, 1);

  assertBadRequest(
    t,
    await taxes.refuse(category, { action: 'removeTaxRate', taxRateId: 'none' }),
    'InvalidOperation',
    {
      message: /tax category has no taxRate with id 'none'/,
    },
  );
  assertBadRequest(t, await taxes.refuse(category, { action: 'removeTaxRate' }), 'RequiredField', {
    field: 'taxRateId',
  });
  assertBadRequest(
    t,
    await taxes.refuse(category, { action: 'replaceTaxRate', taxRateId: 'a', taxRateKey: 'b', taxRate: rate() }),
    'InvalidInput',
  );
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
  assertBadRequest(
    t,
    await taxes.refuse(category, { action: 'addTaxRate', taxRate: rate({ subRates: [{ name: 'a', amount: 0.1 }] }) }),
    'InvalidInput',
    { message: /expected 0.19, got 0.1/ },
  );
  assertBadRequest(
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
  assertBadRequest(
    t,
    await taxes.refuse(category, { action: 'addTaxRate', taxRate: rate({ amount: undefined }) }),
    'RequiredField',
    { field: 'taxRate.amount' },
  );
  for (const amount of [-0.1, 1.1])
    assertBadRequest(t, await taxes.refuseCreation({ name: 'X', rates: [rate({ amount })] }), 'InvalidField', {
      field: 'rates[0].amount',
    });
  assertBadRequest(t, await taxes.refuseCreation({ name: '' }), 'InvalidField', { field: 'name' });
});
