import { test } from '../support/tap.js';
import { selectPrice, tierValue } from '../../src/pricing/selectPrice.js';
import { money } from '../support/drafts.js';
import fc from 'fast-check';

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
