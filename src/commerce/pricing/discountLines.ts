/** Discounts on the items of a cart. */
import { spendWork, stepsOfWalk } from '../../base/shedding/boundedWork.js';
import type { DiscountedPrice, DiscountTarget, DiscountValue } from '../values/discount.js';
import type { Money, TypedMoney } from '../values/money.js';
import type { RoundingMode } from '../values/tax.js';
import { compileCartPredicate } from './cartPredicate.js';
import { customLineItemFields, lineItemFields } from './cartPredicate/itemFields.js';
import type { ApplicableDiscount } from './findApplicableDiscounts.js';
import { discountPattern } from './patternDiscount.js';
import { roundsHalfEven, unitPriceOf } from './itemPrices.js';
import { compareAmounts } from './moneyArithmetic.js';
import {
  discountPieces,
  type DiscountStep,
  distributeDiscount,
  lineTotal,
  type PieceGroup,
  type PieceGroups,
} from './pieceGroups.js';
import type { PricingCustomLineItem, PricingLineItem } from './PricingCart.js';

/** An item as discounts see it. */
export interface DiscountableLine {
  readonly id: string;
  readonly kind: 'lineItems' | 'customLineItems';
  /** The members that predicates look at. */
  readonly fields: unknown;
  readonly groups: PieceGroups;
  readonly totalRounding?: RoundingMode;
}

const undiscountedGroup = (quantity: number, value: TypedMoney): PieceGroup[] => [{ quantity, value, portions: [] }];

/** The items that discounts apply to. Gifts and items with an external total price are left out. */
export const discountableLines = (
  lineItems: readonly PricingLineItem[],
  customLineItems: readonly PricingCustomLineItem[],
): DiscountableLine[] => [
  ...lineItems
    .filter(({ priceMode, lineItemMode }) => priceMode !== 'ExternalTotal' && lineItemMode === 'Standard')
    .map(
      (item): DiscountableLine => ({
        id: item.id,
        kind: 'lineItems',
        fields: lineItemFields(item),
        groups: undiscountedGroup(item.quantity, unitPriceOf(item)),
        totalRounding: roundsHalfEven(item) ? 'HalfEven' : undefined,
      }),
    ),
  ...customLineItems
    .filter(({ priceMode }) => priceMode === 'Standard')
    .map(
      (item): DiscountableLine => ({
        id: item.id,
        kind: 'customLineItems',
        fields: customLineItemFields(item),
        groups: undiscountedGroup(item.quantity, item.money),
      }),
    ),
];

const lineKinds: ReadonlyMap<DiscountTarget['type'], DiscountableLine['kind']> = new Map([
  ['lineItems', 'lineItems'],
  ['multiBuyLineItems', 'lineItems'],
  ['customLineItems', 'customLineItems'],
  ['multiBuyCustomLineItems', 'customLineItems'],
]);

/** Absolute amounts are distributed unless they are for each piece. */
const isDistributed = ({ type, applicationMode }: DiscountValue): boolean => {
  if (applicationMode === undefined) return type === 'absolute';
  return type !== 'relative' && applicationMode !== 'IndividualApplication';
};

/**
 * Selects `discountedQuantity` of every `triggerQuantity` pieces, the cheapest or the most expensive ones, and returns
 * the number for each group.
 */
const selectPieces = (
  groups: PieceGroups,
  { triggerQuantity = 1, discountedQuantity = 1, maxOccurrence, selectionMode }: DiscountTarget,
): ReadonlyMap<PieceGroup, number> => {
  const pieces = groups.reduce((count, { quantity }) => count + quantity, 0);
  let left =
    Math.min(Math.floor(pieces / triggerQuantity), maxOccurrence ?? Number.MAX_SAFE_INTEGER) * discountedQuantity;
  const direction = selectionMode === 'MostExpensive' ? -1 : 1;
  const selected = new Map<PieceGroup, number>();
  for (const group of [...groups].sort((a, b) => direction * compareAmounts(a.value, b.value))) {
    const quantity = Math.min(left, group.quantity);
    if (quantity > 0) selected.set(group, quantity);
    left -= quantity;
  }
  return selected;
};

const discountMultiBuy = (lines: readonly PieceGroups[], target: DiscountTarget, step: DiscountStep): PieceGroups[] => {
  const selected = selectPieces(lines.flat(), target);
  return lines.map(groups =>
    groups.flatMap(group => {
      const quantity = selected.get(group) ?? 0;
      const rest = group.quantity - quantity;
      return [
        ...(quantity > 0 ? [discountPieces({ ...group, quantity }, step)] : []),
        ...(rest > 0 ? [{ ...group, quantity: rest }] : []),
      ];
    }),
  );
};

const discountGroups = (
  matching: readonly DiscountableLine[],
  target: DiscountTarget,
  step: DiscountStep,
): PieceGroups[] => {
  const lines = matching.map(({ groups }) => groups);
  if (target.triggerQuantity !== undefined) return discountMultiBuy(lines, target, step);
  if (isDistributed(step.value))
    return distributeDiscount(
      lines,
      step,
      matching.map(({ totalRounding = step.rounding }) => totalRounding),
    );
  return lines.map(groups => groups.map(group => discountPieces(group, step)));
};

/**
 * Merges groups with the same portions, since each group rounds by itself. Groups without portions come last. Every
 * discount creates new portions, so that identity tells them apart.
 */
const mergeGroups = (groups: PieceGroups): PieceGroups => {
  const byPortions = new Map<PieceGroup['portions'], PieceGroup>();
  for (const group of groups)
    byPortions.set(group.portions, {
      ...group,
      quantity: group.quantity + (byPortions.get(group.portions)?.quantity ?? 0),
    });
  const merged = [...byPortions.values()];
  return [
    ...merged.filter(({ portions }) => portions.length > 0),
    ...merged.filter(({ portions }) => portions.length === 0),
  ];
};

const applyToLines = (
  lines: readonly DiscountableLine[],
  target: DiscountTarget,
  step: DiscountStep,
): readonly DiscountableLine[] => {
  if (target.type === 'pattern') {
    const groups = discountPattern(lines, target, step);
    return lines.map((line, at) => ({ ...line, groups: mergeGroups(groups[at] ?? line.groups) }));
  }
  const kind = lineKinds.get(target.type);
  if (kind === undefined || target.predicate === undefined) return lines;
  const matches = compileCartPredicate(target.predicate);
  const matching = lines.filter(line => line.kind === kind && matches(line.fields));
  const discounted = discountGroups(matching, target, step);
  const groupsAfter = new Map(matching.map((line, at) => [line, mergeGroups(discounted[at] ?? line.groups)]));
  return lines.map(line => {
    const groups = groupsAfter.get(line);
    return groups === undefined ? line : { ...line, groups };
  });
};

/** The lines after discounts, and those discounts that were not stopped or surpassed by another one. */
export interface DiscountedLines {
  readonly lines: readonly DiscountableLine[];
  readonly discounts: readonly ApplicableDiscount[];
}

export const applyDiscount = (
  { lines, discounts }: DiscountedLines,
  latest: ApplicableDiscount,
  rounding: RoundingMode,
): DiscountedLines => {
  spendWork(stepsOfWalk);
  const { target, discount, value } = latest;
  return {
    lines: target === undefined ? lines : applyToLines(lines, target, { discount, value, rounding }),
    discounts: [...discounts, latest],
  };
};

/** The price of shipping, or the total of all items, after the discounts on it; undefined where none lowers it. */
export const discountAmount = (
  amount: Money,
  type: 'shipping' | 'totalPrice',
  discounts: readonly ApplicableDiscount[],
  rounding: RoundingMode,
): DiscountedPrice | undefined => {
  const undiscounted: PieceGroup = { quantity: 1, value: amount, portions: [] };
  const { value, portions } = discounts
    .filter(({ target }) => target?.type === type)
    .reduce((group, each) => discountPieces(group, { ...each, rounding }), undiscounted);
  return portions.length === 0 || value.type === 'highPrecision'
    ? undefined
    : { value, includedDiscounts: [...portions] };
};

const hasPortions = ({ groups }: DiscountableLine): boolean => groups.some(({ portions }) => portions.length > 0);

/** The ids of the discounts that lowered the price of a line. */
export const discountIdsOf = (lines: readonly DiscountableLine[]): ReadonlySet<string> => {
  const ids = new Set<string>();
  for (const { groups } of lines)
    for (const { portions } of groups) for (const { discount } of portions) ids.add(discount.id);
  return ids;
};

/** The members of an item that its discounts change. */
export const discountedMembers = (line: DiscountableLine, currencyCode: string, rounding: RoundingMode) => ({
  totalPrice: lineTotal(line.groups, currencyCode, rounding),
  discountedPricePerQuantity: hasPortions(line)
    ? line.groups.map(({ quantity, value, portions }) => ({
        quantity,
        discountedPrice: { value, includedDiscounts: [...portions] },
      }))
    : [],
});
