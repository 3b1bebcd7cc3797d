/** A shipping rate is a price in one currency, with an amount above which it is free, and tiers with other prices. */
import type { Static } from '@sinclair/typebox';
import { fail, invalidInput, invalidField, requireMember } from '../../../base/errors/ApiError.js';
import type { Context } from '../../../engine/define/Context.js';
import { List, Optional, Shape } from '../../../engine/schema/primitives.js';
import { MoneyDraft, moneyOf } from '../../values/money.js';
import { compilePriceFunction } from '../../pricing/compilePriceFunction.js';
import { ShippingRate, Tier, tierMembers, tiersMax } from '../../values/shippingRate.js';
import { Named } from '../../../engine/schema/Named.js';

const TierDraft = Named('ShippingRatePriceTierDraft', Shape({ ...tierMembers, price: Optional(MoneyDraft) }));

export const ShippingRateDraft = Named(
  'ShippingRateDraft',
  Shape({
    price: MoneyDraft,
    freeAbove: Optional(MoneyDraft),
    tiers: Optional(List(TierDraft, tiersMax)),
  }),
);

type TierDraft = Static<typeof TierDraft>;

const toScoreTier = ({ score, price, priceFunction }: TierDraft): Tier => {
  if ((price === undefined) === (priceFunction === undefined))
    throw invalidInput(
      'A tier of type CartScore has either a price or a priceFunction; ' +
        `got ${price === undefined ? 'neither' : 'both'}.`,
    );
  if (priceFunction !== undefined) compilePriceFunction(priceFunction.function);
  return {
    type: 'CartScore',
    score: requireMember(score, 'tiers.score', 'a tier of type CartScore'),
    price: price && moneyOf(price),
    priceFunction,
  };
};

const toTier = (draft: TierDraft): Tier => {
  const { type } = draft;
  if (type === 'CartScore') return toScoreTier(draft);
  const holder = `a tier of type ${type}`;
  const price = moneyOf(requireMember(draft.price, 'tiers.price', holder));
  return type === 'CartValue'
    ? { type, minimumCentAmount: requireMember(draft.minimumCentAmount, 'tiers.minimumCentAmount', holder), price }
    : { type, value: requireMember(draft.value, 'tiers.value', holder), price };
};

/** Refuses negative amounts and amounts in another currency than the price. */
const assertAmounts = ({ price, freeAbove, tiers }: ShippingRate): void => {
  const amounts = [
    price,
    ...(freeAbove === undefined ? [] : [freeAbove]),
    ...tiers.flatMap(tier => (tier.price === undefined ? [] : [tier.price])),
  ];
  const negative = amounts.find(({ centAmount }) => centAmount < 0);
  if (negative !== undefined) throw invalidField('shippingRate', negative, 'Expected an amount that is not negative.');
  const currencies = [
    ...amounts,
    ...tiers.flatMap(({ priceFunction }) => (priceFunction === undefined ? [] : [priceFunction])),
  ].map(({ currencyCode }) => currencyCode);
  const foreign = currencies.find(currency => currency !== price.currencyCode);
  if (foreign !== undefined)
    throw invalidInput(
      'All amounts of a shipping rate have the currency of its price: ' +
        `expected ${price.currencyCode}, got ${foreign}.`,
    );
};

/** Refuses a classification that the project does not have. */
export const assertClassifications = (
  { tiers = [] }: Static<typeof ShippingRateDraft>,
  { project: { shippingRateInputType } }: Context,
): void => {
  if (shippingRateInputType?.type !== 'CartClassification') return;
  const allowedValues = shippingRateInputType.values?.map(({ key }) => key) ?? [];
  for (const { type, value } of tiers)
    if (type === 'CartClassification' && value !== undefined && !allowedValues.includes(value))
      throw fail('InvalidField', {
        field: 'tiers.value',
        invalidValue: value,
        expected: 'Expected the key of a classification.',
        allowedValues,
      });
};

export const toShippingRate = ({ price, freeAbove, tiers = [] }: Static<typeof ShippingRateDraft>): ShippingRate => {
  const rate = { price: moneyOf(price), freeAbove: freeAbove && moneyOf(freeAbove), tiers: tiers.map(toTier) };
  assertAmounts(rate);
  return rate;
};
