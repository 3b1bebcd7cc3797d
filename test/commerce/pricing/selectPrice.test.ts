import fc from 'fast-check';
import { test } from '../../support/tap.js';
import { selectPrice, tierValue } from '../../../src/commerce/pricing/selectPrice.js';
import { money, shippingRate, shippingRateTiers } from '../../support/drafts.js';
import { compilePriceFunction } from '../../../src/commerce/pricing/compilePriceFunction.js';
import { shippingRateFor, shippingRatePrice } from '../../../src/commerce/pricing/shippingRates.js';
import { toShippingRate } from '../../../src/commerce/resources/shippingMethod/shippingRate.js';
import { moneyOf } from '../../../src/commerce/values/money.js';
import { matchWhole } from '../../support/matchWhole.js';
import { refusalOf } from '../../support/refusal.js';

const [spring, summer, autumn] = [
  '2024-03-01T00:00:00.000Z',
  '2024-06-01T00:00:00.000Z',
  '2024-09-01T00:00:00.000Z',
] as const;

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
    'a buyer without country, group and channel',
  );
  t.equal(selectPrice([{ ...forAll, validFrom: at }], buyer)?.validFrom, at, 'validFrom is inclusive');
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
  const cents = (centAmount: number) => moneyOf({ currencyCode: 'EUR', centAmount });
  const price = {
    value: cents(100),
    tiers: [
      { minimumQuantity: 10, value: cents(80) },
      { minimumQuantity: 5, value: cents(90) },
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
    t.equal(tierValue(price, quantity).centAmount, value);
  t.equal(tierValue({ value: cents(100) }, 7).centAmount, 100);
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
