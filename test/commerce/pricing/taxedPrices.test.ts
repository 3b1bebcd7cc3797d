/** Taxes of prices and carts. */
import fc from 'fast-check';
import { test } from '../../support/tap.js';
import { allocate, linePrice } from '../../../src/commerce/pricing/moneyArithmetic.js';
import { computeTaxedPrice, sumTaxedPrices, type Taxable } from '../../../src/commerce/pricing/taxedPrices.js';
import { typedMoneyOf } from '../../../src/commerce/pricing/typedMoneyOf.js';
import type { TypedMoney } from '../../../src/commerce/values/money.js';
import type { TaxedPrice } from '../../../src/commerce/values/tax.js';
import { matchWhole } from '../../support/matchWhole.js';
import { cart, roundingModes } from './arbitraries.js';
import { exactly, total, eur } from './euros.js';
import { type Fraction, fractionOf, nearest, onePlus, product, quotient } from './fraction.js';
import { refusalEntries } from './refusalEntries.js';
import { rounds } from '../../support/rounds.js';
import { taxRateFor } from '../../../src/commerce/pricing/itemTaxes.js';

const flat = ({ totalNet, totalGross, totalTax, taxPortions }: TaxedPrice) => [
  totalNet.centAmount,
  totalGross.centAmount,
  totalTax?.centAmount,
  taxPortions.map(({ name, rate, amount: part }) => [name, rate, part.centAmount]),
];

test('computes taxes of known prices', async t => {
  const vat = { name: 'VAT', amount: 0.19, includedInPrice: false };
  const taxed = (changes: Partial<Taxable>) =>
    flat(
      computeTaxedPrice({
        price: eur(324),
        unitPrice: eur(108),
        quantity: 3,
        taxRate: vat,
        calculationMode: 'LineItemLevel',
        rounding: 'HalfEven',
        ...changes,
      }),
    );
  t.same(taxed({}), [324, 386, 62, [['VAT', 0.19, 62]]], 'on the line');
  t.same(taxed({ calculationMode: 'UnitPriceLevel' }), [324, 387, 63, [['VAT', 0.19, 63]]], 'on the piece');
  t.same(
    taxed({ calculationMode: 'UnitPriceLevel', unitPrice: undefined }),
    [324, 387, 63, [['VAT', 0.19, 63]]],
    'on parts with the price of a piece',
  );
  t.same(
    taxed({ calculationMode: 'UnitPriceLevel', price: eur(230) }),
    [230, 274, 44, [['VAT', 0.19, 44]]],
    'on 0.77, 0.77 and 0.76: 0.15, 0.15 and 0.14',
  );
  const included = { ...vat, includedInPrice: true };
  t.same(taxed({ price: eur(1190), taxRate: included }), [1000, 1190, 190, [['VAT', 0.19, 190]]]);
  t.same(
    roundingModes.map(mode => taxed({ price: eur(3), taxRate: { ...included, amount: 0.2 }, rounding: mode })[0]),
    [2, 3, 2],
    'the net price rounds',
  );
  t.same(
    roundingModes.map(mode => taxed({ price: eur(10), taxRate: { ...vat, amount: 0.05 }, rounding: mode })[1]),
    [10, 11, 10],
    'the gross price rounds',
  );
  t.same(
    roundingModes.map(mode => taxed({ price: eur(-10), taxRate: { ...vat, amount: 0.05 }, rounding: mode })[1]),
    [-10, -11, -10],
  );
  const precise = typedMoneyOf({ type: 'highPrecision', currencyCode: 'EUR', preciseAmount: 1555, fractionDigits: 3 });
  t.same(
    taxed({ calculationMode: 'UnitPriceLevel', price: eur(311), unitPrice: precise, quantity: 2 }),
    [311, 371, 60, [['VAT', 0.19, 60]]],
    '0.29545 a piece',
  );
  const subRates = [
    { name: 'state', amount: 0.05 },
    { name: 'county', amount: 0.025 },
    { name: 'city', amount: 0.025 },
  ];
  t.same(
    taxed({ price: eur(1010), taxRate: { ...vat, amount: 0.1, subRates } }),
    [
      1010,
      1111,
      101,
      [
        ['state', 0.05, 51],
        ['county', 0.025, 25],
        ['city', 0.025, 25],
      ],
    ],
    '50.5, 25.25 and 25.25',
  );
  for (const wrong of [-0.01, 1.01, Number.NaN])
    matchWhole(
      t,
      refusalEntries(() => taxed({ taxRate: { ...vat, amount: wrong } })),
      [{ code: 'InvalidInput', message: `The tax rate 'VAT' is ${wrong}; expected a number from 0 to 1.` }],
    );
  matchWhole(
    t,
    refusalEntries(() => taxed({ taxRate: { ...vat, subRates: [{ name: 'state', amount: 7 }] } })),
    [{ code: 'InvalidInput', message: /'state' is 7/ }],
  );
  t.throws(() => taxed({ calculationMode: 'UnitPriceLevel', quantity: 0 }), /Cannot tax 0 pieces/);
});

/**
 * Calculates the tax with fractions. Rounds the net or gross price that is not given, or the tax of a price in parts of
 * cents.
 */
const expectedTax = (
  price: Fraction,
  { taxRate: { amount: rate, includedInPrice }, rounding: mode }: Taxable,
): number => {
  const gross = onePlus(fractionOf(rate));
  if (price.over % price.under !== 0n)
    return nearest(
      includedInPrice ? quotient(product(price, fractionOf(rate)), gross) : product(price, fractionOf(rate)),
      mode,
    );
  const whole = Number(price.over / price.under);
  return includedInPrice ? whole - nearest(quotient(price, gross), mode) : nearest(product(price, gross), mode) - whole;
};

/** Calculates the tax of each piece separately. */
const expectedLineTax = (line: Taxable & { readonly unitPrice: TypedMoney }): number => {
  const { price, unitPrice, quantity, calculationMode } = line;
  if (calculationMode === 'LineItemLevel') return expectedTax(exactly(price), line);
  if (linePrice(unitPrice, quantity, line.rounding).centAmount === price.centAmount)
    return quantity * expectedTax(exactly(unitPrice), line);
  return allocate(price, Array<number>(quantity).fill(1)).reduce(
    (all, part) => all + expectedTax(exactly(part), line),
    0,
  );
};

test('totals are the sums of their parts for any cart', t => {
  fc.assert(
    fc.property(cart, ({ currencyCode, lines: taxables }) => {
      const parts = taxables.map(taxable => {
        const taxed = computeTaxedPrice(taxable);
        const tax = taxed.totalTax.centAmount;
        if (tax !== expectedLineTax(taxable) + 0)
          throw new Error(`tax of ${tax}, expected ${expectedLineTax(taxable)}`);
        if (
          (taxable.taxRate.includedInPrice ? taxed.totalGross : taxed.totalNet).centAmount !== taxable.price.centAmount
        )
          throw new Error('the price changed');
        if (taxed.taxPortions.length !== (taxable.taxRate.subRates?.length || 1))
          throw new Error('a portion a sub rate');
        return taxed;
      });
      const all = sumTaxedPrices(currencyCode, parts);
      for (const taxed of [...parts, all]) {
        if (taxed.totalNet.centAmount + taxed.totalTax.centAmount !== taxed.totalGross.centAmount)
          throw new Error('net and tax are not gross');
        if (total(taxed.taxPortions.map(portion => portion.amount)) !== taxed.totalTax.centAmount)
          throw new Error('portions are not the tax');
      }
      const portions = parts.flatMap(part => part.taxPortions);
      return (
        all.totalNet.centAmount === total(parts.map(part => part.totalNet)) &&
        all.totalGross.centAmount === total(parts.map(part => part.totalGross)) &&
        new Set(portions.map(({ name, rate }) => `${name} ${rate}`)).size === all.taxPortions.length &&
        all.taxPortions.every(
          ({ name, rate, amount: merged }) =>
            merged.centAmount ===
            total(portions.filter(part => part.name === name && part.rate === rate).map(part => part.amount)),
        )
      );
    }),
    { numRuns: rounds(3000) },
  );
  t.same(flat(sumTaxedPrices('EUR', [])), [0, 0, 0, []]);
  t.end();
});

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
