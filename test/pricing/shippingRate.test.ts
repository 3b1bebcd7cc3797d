import { test } from '../support/tap.js';
import { compilePriceFunction } from '../../src/pricing/compilePriceFunction.js';
import { shippingRatePrice } from '../../src/pricing/shippingRatePrice.js';
import { toShippingRate } from '../../src/resources/shippingMethod/shippingRate.js';
import { shippingRateFor } from '../../src/pricing/shippingRateFor.js';
import { moneyOf } from '../../src/schema/money.js';
import { money, shippingRate, shippingRateTiers } from '../support/drafts.js';
import { matchWhole } from '../support/matchWhole.js';
import { refusalOf } from '../support/refusal.js';

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

  const priced = toShippingRate({ price: money(500), freeAbove: money(9_000), tiers: [...shippingRateTiers] });
  const cents = (value: number, input?: Parameters<typeof shippingRatePrice>[2], currency = 'EUR') =>
    shippingRatePrice(priced, moneyOf(money(value, currency)), input).centAmount;
  t.same(
    [cents(999), cents(1_000), cents(4_999), cents(5_000), cents(8_999), cents(9_000)],
    [500, 400, 400, 300, 300, 0],
  );
  t.same([cents(9_000, undefined, 'USD')], [500], 'an amount of another currency is not compared');
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
