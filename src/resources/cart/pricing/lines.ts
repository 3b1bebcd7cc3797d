/** Items of a cart as discounts see them. */
import type { DiscountTarget } from '../../shared/discountTarget.js';
import type { DiscountValue } from '../../shared/discountValue.js';
import type { DiscountedPiecePrice } from '../../../schema/discountedPrice.js';
import { compileCartPredicate, lineItemFields } from '../../../pricing/cartPredicate.js';
import type { RoundingMode } from '../../../schema/tax.js';
import { unitPriceOf } from './itemPrices.js';
import { type Discount, discountEach, discountTogether, type Groups, totalOf, type Units } from './units.js';
import { sum } from '../../../pricing/money.js';
import type { LineItem } from '../../shared/lineItem.js';
import type { CustomLineItem } from '../../shared/customLineItem.js';

export interface Line {
  readonly id: string;
  readonly kind: 'lineItems' | 'customLineItems';
  /** What predicates look at. */
  readonly fields: unknown;
  readonly groups: Groups;
}

const whole = (quantity: number, value: Units['value']): Units[] => [{ quantity, value, portions: [] }];

/** Items with a total from outside and gifts are beyond discounts. */
export const linesOf = (lineItems: readonly LineItem[], customLineItems: readonly CustomLineItem[]): Line[] => [
  ...lineItems
    .filter(({ priceMode, lineItemMode }) => priceMode !== 'ExternalTotal' && lineItemMode === 'Standard')
    .map(
      (item): Line => ({
        id: item.id,
        kind: 'lineItems',
        fields: lineItemFields(item),
        groups: whole(item.quantity, unitPriceOf(item)),
      }),
    ),
  ...customLineItems
    .filter(({ priceMode }) => priceMode === 'Standard')
    .map(
      (item): Line => ({
        id: item.id,
        kind: 'customLineItems',
        fields: item,
        groups: whole(item.quantity, item.money),
      }),
    ),
];

const kindOf: Readonly<Record<string, Line['kind']>> = {
  lineItems: 'lineItems',
  multiBuyLineItems: 'lineItems',
  customLineItems: 'customLineItems',
  multiBuyCustomLineItems: 'customLineItems',
};

const isTogether = ({ type, applicationMode }: DiscountValue): boolean =>
  type !== 'relative' && (applicationMode === 'ProportionateDistribution' || applicationMode === 'EvenDistribution');

/** Of every `triggerQuantity` pieces, `discountedQuantity` of the cheapest or dearest ones: how many of each group. */
const chosen = (
  all: Groups,
  { triggerQuantity = 1, discountedQuantity = 1, maxOccurrence, selectionMode }: DiscountTarget,
): ReadonlyMap<Units, number> => {
  const pieces = all.reduce((count, { quantity }) => count + quantity, 0);
  let left =
    Math.min(Math.floor(pieces / triggerQuantity), maxOccurrence ?? Number.MAX_SAFE_INTEGER) * discountedQuantity;
  const direction = selectionMode === 'MostExpensive' ? -1 : 1;
  const taken = new Map<Units, number>();
  for (const units of [...all].sort((a, b) => direction * (a.value.centAmount - b.value.centAmount))) {
    const quantity = Math.min(left, units.quantity);
    if (quantity > 0) taken.set(units, quantity);
    left -= quantity;
  }
  return taken;
};

const multiBuy = (
  lines: readonly Groups[],
  value: DiscountValue,
  target: DiscountTarget,
  discount: Discount,
  rounding: RoundingMode,
): Groups[] => {
  const taken = chosen(lines.flat(), target);
  return lines.map(groups =>
    groups.flatMap(units => {
      const quantity = taken.get(units) ?? 0;
      const rest = units.quantity - quantity;
      return [
        ...(quantity > 0 ? [discountEach({ ...units, quantity }, value, discount, rounding)] : []),
        ...(rest > 0 ? [{ ...units, quantity: rest }] : []),
      ];
    }),
  );
};

const discounted = (
  lines: readonly Groups[],
  value: DiscountValue,
  target: DiscountTarget,
  discount: Discount,
  rounding: RoundingMode,
): Groups[] => {
  if (target.triggerQuantity !== undefined) return multiBuy(lines, value, target, discount, rounding);
  if (isTogether(value)) return discountTogether(lines, value, discount, rounding);
  return lines.map(groups => groups.map(units => discountEach(units, value, discount, rounding)));
};

/** Pieces with the same portions are one group, since each group rounds by itself; plain ones come last. What a discount lowers gets portions of its own. */
const rejoined = (groups: Groups): Groups => {
  const byPortions = new Map<Units['portions'], Units>();
  for (const units of groups)
    byPortions.set(units.portions, {
      ...units,
      quantity: units.quantity + (byPortions.get(units.portions)?.quantity ?? 0),
    });
  const joined = [...byPortions.values()];
  return [
    ...joined.filter(({ portions }) => portions.length > 0),
    ...joined.filter(({ portions }) => portions.length === 0),
  ];
};

/** The lines after a discount on items. */
export const discountLines = (
  lines: readonly Line[],
  value: DiscountValue,
  target: DiscountTarget,
  discount: Discount,
  rounding: RoundingMode,
): readonly Line[] => {
  const kind = kindOf[target.type];
  if (kind === undefined) return lines;
  const matches = compileCartPredicate(target.predicate!);
  const meant = lines.filter(line => line.kind === kind && matches(line.fields));
  const discountedGroups = discounted(
    meant.map(({ groups }) => groups),
    value,
    target,
    discount,
    rounding,
  );
  const after = new Map(meant.map((line, at) => [line, rejoined(discountedGroups[at]!)]));
  return lines.map(line => (after.has(line) ? { ...line, groups: after.get(line)! } : line));
};

const isDiscounted = ({ groups }: Line): boolean => groups.some(({ portions }) => portions.length > 0);

/** Whether a discount had an effect. */
export const bears = ({ groups }: Line, { id }: Discount): boolean =>
  groups.some(({ portions }) => portions.some(({ discount }) => discount.id === id));

const priceOf = ({ value, portions }: Units): DiscountedPiecePrice => ({ value, includedDiscounts: [...portions] });

/** What an item carries of its discounts. */
export const membersOf = (line: Line, currencyCode: string, rounding: RoundingMode) => ({
  totalPrice: sum(
    currencyCode,
    line.groups.map(units => totalOf(units, rounding)),
  ),
  discountedPricePerQuantity: isDiscounted(line)
    ? line.groups.map(units => ({ quantity: units.quantity, discountedPrice: priceOf(units) }))
    : [],
});
