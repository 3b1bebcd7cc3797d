/** The reductions that a discount may have, and the targets of each. */
import type { Reference } from '../api/Resource';
import type { Money } from '../values/format';

export interface DiscountValue {
  readonly type: string;
  readonly permyriad?: number;
  readonly money?: readonly (Money & { readonly type?: string })[];
  readonly product?: Reference;
  readonly variantId?: number;
}

/** A number of items that a pattern selects. */
export interface PatternComponent {
  readonly predicate: string;
  readonly minCount?: number;
  readonly maxCount?: number;
}

export interface DiscountTarget {
  readonly type: string;
  readonly predicate?: string;
  readonly triggerQuantity?: number;
  readonly discountedQuantity?: number;
  readonly maxOccurrence?: number;
  readonly selectionMode?: string;
  /** The items that have to be in the cart, and those that are then reduced. */
  readonly triggerPattern?: readonly PatternComponent[];
  readonly targetPattern?: readonly PatternComponent[];
}

export interface Reduction {
  readonly value: DiscountValue;
  readonly target: DiscountTarget;
}

const giftType = 'giftLineItem';
type ValueType = 'relative' | 'absolute' | 'fixed' | typeof giftType;
const priceValues: readonly ValueType[] = ['relative', 'absolute'];
const cartValues: readonly ValueType[] = [...priceValues, 'fixed'];
const targetTypes = ['lineItems', 'multiBuyLineItems', 'totalPrice', 'shipping'] as const;

export const isGift = ({ type }: DiscountValue): boolean => type === giftType;

/** Returns the types of values. Only a new discount can become a gift; other kinds are changed as resources. */
export const valueTypesFor = (path: string, isNew: boolean): readonly ValueType[] => {
  if (path === 'product-discounts') return priceValues;
  return isNew ? [...cartValues, giftType] : cartValues;
};

const fits = (valueType: string, targetType: string): boolean =>
  valueType === 'absolute'
    ? !targetType.startsWith('multiBuy')
    : valueType !== 'fixed' || !['totalPrice', 'shipping'].includes(targetType);

export const targetTypesFor = ({ type }: DiscountValue): readonly (typeof targetTypes)[number][] =>
  targetTypes.filter(each => fits(type, each));

/** Buy three and pay for two, the most common discount of this type. */
const manyItems = { triggerQuantity: 3, discountedQuantity: 1, selectionMode: 'Cheapest' };

export const newTarget = (type: string): DiscountTarget =>
  type === 'multiBuyLineItems' ? { type, ...manyItems } : { type };

/** Returns a reduction of another kind, with a matching target. */
export const changeValueType = ({ target }: Reduction, type: string): Reduction => ({
  value: { type },
  target: fits(type, target.type) ? target : newTarget('lineItems'),
});

const isWholeFrom1 = (number: number | undefined): number is number => Number.isInteger(number) && (number ?? 0) >= 1;

export const isTargetComplete = ({ type, triggerQuantity, discountedQuantity }: DiscountTarget): boolean =>
  !type.startsWith('multiBuy') ||
  (isWholeFrom1(triggerQuantity) && isWholeFrom1(discountedQuantity) && discountedQuantity <= triggerQuantity);

export const isValueComplete = ({ type, permyriad, money = [], product, variantId }: DiscountValue): boolean => {
  if (type === 'relative') return permyriad !== undefined;
  if (type === 'absolute' || type === 'fixed') return money.length > 0;
  return !isGift({ type }) || (product !== undefined && variantId !== undefined);
};

/**
 * Returns the update actions that change value and target. Both must match after each action, so that the target may
 * have to be changed before the value, or twice.
 */
export const reductionActions = (before: Reduction, after: Reduction, plainTarget: DiscountTarget) => {
  const value = { action: 'changeValue', value: after.value };
  const target = { action: 'changeTarget', target: after.target };
  if (fits(before.value.type, after.target.type)) return [target, value];
  if (fits(after.value.type, before.target.type)) return [value, target];
  return [{ action: 'changeTarget', target: plainTarget }, value, target];
};
