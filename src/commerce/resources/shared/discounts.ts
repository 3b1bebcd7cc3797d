/** The stored form of the value and the target of a discount. */
import {
  currenciesMax,
  type DiscountTarget,
  type DiscountValue,
  discountValueMembers,
  type PatternComponent,
} from '../../values/discount.js';
import type { Static } from '@sinclair/typebox';
import { invalidInput, invalidOperation, invalidField, requireMember } from '../../../base/errors/ApiError.js';
import type { Context } from '../../../engine/define/Context.js';
import { List, Optional, Shape } from '../../../engine/schema/primitives.js';
import { Type } from '../../../engine/schema/Type.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { typedMoneyOf } from '../../pricing/typedMoneyOf.js';
import { TypedMoney, TypedMoneyDraft } from '../../values/money.js';
import { channelWithRole } from './references.js';
import { Named } from '../../../engine/schema/Named.js';

const sortOrderLengthMax = 128;

/** A decimal number between 0 and 1 in its shortest form, since uniqueness is checked on the text. */
export const SortOrder = Type.String({
  maxLength: sortOrderLengthMax,
  pattern: '^0\\.[0-9]*[1-9]$',
  description: 'text with a number between 0 and 1 that does not end with 0, such as 0.25',
});

const ChannelIdentifier = ResourceIdentifier('channel', { load: true });

/** Finds discounts, or groups of them, that are switched on. */
export const activeOnly = { by: 'value', path: 'isActive', value: 'true' } as const;

export const DiscountValueDraft = Named(
  'CartDiscountValueDraft',
  Shape({
    ...discountValueMembers,
    money: Optional(List(TypedMoneyDraft, currenciesMax)),
    product: Optional(ResourceIdentifier('product')),
    supplyChannel: Optional(ChannelIdentifier),
    distributionChannel: Optional(ChannelIdentifier),
  }),
  { input: 'CartDiscountValueInput' },
);

type Draft = Static<typeof DiscountValueDraft>;

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

export const discountTargetOf = (target: DiscountTarget): DiscountTarget => {
  const { type } = target;
  switch (type) {
    case 'shipping':
    case 'totalPrice':
      return { type };
    case 'lineItems':
    case 'customLineItems':
      return { type, predicate: predicateOf(target) };
    case 'multiBuyLineItems':
    case 'multiBuyCustomLineItems':
      return multiBuyOf(target);
    case 'pattern':
      return patternOf(target);
  }
};

/** Refuses a target that does not go with the value. A gift has no target, all other discounts have one. */
export const assertTargetFitsValue = (value: DiscountValue, target: DiscountTarget | undefined): void => {
  if (value.type === 'giftLineItem') {
    if (target !== undefined) throw invalidInput(`A discount of type giftLineItem has no target; got ${target.type}.`);
    return;
  }
  const { type } = requireMember(target, 'target', `a discount of type ${value.type}`);
  if (value.type === 'relative') assertRelativeMode(value, target);
  if (value.type === 'absolute' && withoutAmounts.includes(type))
    throw invalidOperation(`An absolute discount cannot have the target ${type}.`);
  if (value.type === 'fixed' && withoutPrices.includes(type))
    throw invalidOperation(`A fixed price cannot have the target ${type}.`);
};

/** Refuses an applicationMode of a share without a pattern, and one that distributes the share without a trigger. */
const assertRelativeMode = ({ applicationMode }: DiscountValue, target: DiscountTarget | undefined): void => {
  if (applicationMode === undefined) return;
  if (target?.type !== 'pattern')
    throw invalidOperation(
      `A relative discount has an applicationMode only with the target pattern; got ${applicationMode}.`,
    );
  if (applicationMode !== 'IndividualApplication' && (target.triggerPattern ?? []).length === 0)
    throw invalidOperation(`A relative discount with the applicationMode ${applicationMode} needs a triggerPattern.`);
};

const assertAmount = (amount: TypedMoney, type: Draft['type']): void => {
  const refuse = (expected: string) => invalidField('value.money', amount, expected);
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
    throw invalidOperation(
      `A discount of type ${type} has at least one amount, and one for each currency; ` +
        `got ${monies.map(({ currencyCode }) => currencyCode).join(', ') || 'none'}.`,
    );
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

const isAboutCustomItems = (type: DiscountTarget['type']): boolean =>
  type === 'customLineItems' || type === 'multiBuyCustomLineItems';

const predicateOf = ({ type, predicate }: DiscountTarget): string => {
  const text = requireMember(predicate, 'target.predicate', `the target ${type}`);
  assertCartPredicate(text, 'target.predicate', isAboutCustomItems(type) ? 'customLineItems' : 'lineItems');
  return text;
};

const componentOf = (component: PatternComponent, path: string): PatternComponent => {
  const { type, predicate, minCount, maxCount, excludeCount } = component;
  const scope = type === 'CountOnLineItemUnits' ? 'lineItems' : 'customLineItems';
  assertCartPredicate(predicate, `${path}.predicate`, scope);
  if (maxCount !== undefined && maxCount < (minCount ?? 1))
    throw invalidField(`${path}.maxCount`, maxCount, `Expected at least the minCount, ${minCount}.`);
  return { type, predicate, minCount, maxCount, excludeCount };
};

const patternOf = (target: DiscountTarget): DiscountTarget => {
  const { type, maxOccurrence } = target;
  const triggers = requireMember(target.triggerPattern, 'target.triggerPattern', 'the target pattern');
  const targets = requireMember(target.targetPattern, 'target.targetPattern', 'the target pattern');
  if (targets.length === 0) throw invalidField('target.targetPattern', [], 'Expected at least one component.');
  const excluding = triggers.findIndex(({ excludeCount }) => excludeCount !== undefined);
  if (excluding >= 0)
    throw invalidField(
      `target.triggerPattern[${excluding}].excludeCount`,
      triggers[excluding]?.excludeCount,
      'Expected none: only units of the targetPattern can be excluded.',
    );
  return {
    type,
    triggerPattern: triggers.map((each, at) => componentOf(each, `target.triggerPattern[${at}]`)),
    targetPattern: targets.map((each, at) => componentOf(each, `target.targetPattern[${at}]`)),
    maxOccurrence,
    selectionMode: requireMember(target.selectionMode, 'target.selectionMode', 'the target pattern'),
  };
};

const multiBuyOf = (target: DiscountTarget): DiscountTarget => {
  const { type, maxOccurrence } = target;
  const holder = `the target ${type}`;
  const triggerQuantity = requireMember(target.triggerQuantity, 'target.triggerQuantity', holder);
  const discountedQuantity = requireMember(target.discountedQuantity, 'target.discountedQuantity', holder);
  if (discountedQuantity > triggerQuantity)
    throw invalidInput(
      'The discountedQuantity must not exceed the triggerQuantity: ' +
        `expected at most ${triggerQuantity}, got ${discountedQuantity}.`,
    );
  return {
    type,
    predicate: predicateOf(target),
    triggerQuantity,
    discountedQuantity,
    maxOccurrence,
    selectionMode: requireMember(target.selectionMode, 'target.selectionMode', holder),
  };
};

const withoutAmounts: readonly string[] = ['multiBuyLineItems', 'multiBuyCustomLineItems'];
const withoutPrices: readonly string[] = ['shipping', 'totalPrice'];
