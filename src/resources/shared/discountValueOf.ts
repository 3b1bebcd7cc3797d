import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { channelWithRole } from './channelWithRole.js';
import { List, Optional, Shape } from '../../schema/primitives.js';
import { TypedMoney, TypedMoneyDraft } from '../../schema/money.js';
import { type DiscountValue, discountValueMembers } from '../../schema/discount.js';
import { ResourceIdentifier } from '../../schema/reference.js';
import { requireMember } from './requireMember.js';
import { typedMoneyOf } from '../../pricing/typedMoneyOf.js';

const currenciesMax = 200;

const ChannelIdentifier = ResourceIdentifier('channel', { load: true });

export const DiscountValueDraft = Shape({
  ...discountValueMembers,
  money: Optional(List(TypedMoneyDraft, currenciesMax)),
  product: Optional(ResourceIdentifier('product')),
  supplyChannel: Optional(ChannelIdentifier),
  distributionChannel: Optional(ChannelIdentifier),
});

type Draft = Static<typeof DiscountValueDraft>;

const assertAmount = (amount: TypedMoney, type: Draft['type']): void => {
  const refuse = (expected: string) => fail('InvalidField', { field: 'value.money', invalidValue: amount, expected });
  if (amount.centAmount < 0) throw refuse('Expected an amount that is not negative.');
  if (type === 'absolute' && amount.type !== 'centPrecision')
    throw refuse('Expected whole cents; only fixed prices may have fractions of them.');
};

/** Refuses two amounts of one currency. */
const moniesOf = ({ type, money }: Draft): TypedMoney[] => {
  const monies = requireMember(money, 'value.money', `a discount of type ${type}`).map((amount, at) =>
    typedMoneyOf(amount, `value.money[${at}]`),
  );
  const currencies = new Set(monies.map(({ currencyCode }) => currencyCode));
  if (monies.length === 0 || currencies.size < monies.length)
    throw fail('InvalidOperation', {
      message: `A discount of type ${type} has at least one amount, and one for each currency; got ${monies.map(({ currencyCode }) => currencyCode).join(', ') || 'none'}.`,
    });
  for (const amount of monies) assertAmount(amount, type);
  return monies;
};

const giftOf = (
  { product, variantId, supplyChannel, distributionChannel }: Draft,
  context: Context,
): DiscountValue => ({
  type: 'giftLineItem',
  product: context.reference('product', requireMember(product, 'value.product', 'a gift')),
  variantId: requireMember(variantId, 'value.variantId', 'a gift'),
  supplyChannel: supplyChannel && channelWithRole(supplyChannel, 'InventorySupply', context),
  distributionChannel: distributionChannel && channelWithRole(distributionChannel, 'ProductDistribution', context),
});

export const discountValueOf = (draft: Draft, context: Context): DiscountValue => {
  const { type, applicationMode } = draft;
  if (type === 'giftLineItem') return giftOf(draft, context);
  if (type === 'relative')
    return {
      type,
      permyriad: requireMember(draft.permyriad, 'value.permyriad', 'a relative discount'),
      applicationMode,
    };
  return { type, money: moniesOf(draft), applicationMode };
};
