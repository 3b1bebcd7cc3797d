import { test } from '../support/tap.js';
import { taxRateFor } from '../../src/pricing/taxRateFor.js';

const rate = (changes: object = {}) => ({
  name: 'VAT',
  amount: 0.19,
  includedInPrice: true,
  country: 'DE',
  ...changes,
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
