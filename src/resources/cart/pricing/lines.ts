/** Items of a cart as discounts see them. */
import { sum } from '../../../money/sum.js';
import type { Target } from '../../cartDiscount/target.js';
import type { Value } from '../../cartDiscount/value.js';
import type { CustomLineItem } from '../../order/customLineItem.js';
import type { DiscountedPiecePrice } from '../../order/discountedPrice.js';
import type { LineItem } from '../../order/lineItem.js';
import { compileCartPredicate, lineItemFields } from '../../types/cartPredicate.js';
import type { RoundingMode } from '../../types/tax.js';
import { unitPriceOf } from './itemPrices.js';
import { type Discount, discountEach, discountTogether, totalOf, type Units } from './units.js';

export interface Line {
  readonly id: string;
  readonly kind: 'lineItems' | 'customLineItems';
  /** What predicates look at. */
  readonly fields: unknown;
  readonly groups: readonly Units[];
}

const whole = (quantity: number, value: Units['value']): Units[] => [{ quantity, value, portions: [] }];

/** Items with a total from outside and gifts are beyond discounts. */
export const linesOf = (lineItems: readonly LineItem[], customLineItems: readonly CustomLineItem[]): Line[] => [
  ...lineItems.filter(({ priceMode, lineItemMode }) => priceMode !== 'ExternalTotal' && lineItemMode === 'Standard')
    .map((item): Line => ({ id: item.id, kind: 'lineItems', fields: lineItemFields(item), groups: whole(item.quantity, unitPriceOf(item)) })),
  ...customLineItems.filter(({ priceMode }) => priceMode === 'Standard')
    .map((item): Line => ({ id: item.id, kind: 'customLineItems', fields: item, groups: whole(item.quantity, item.money) })),
];

const kindOf: Readonly<Record<string, Line['kind']>> = { lineItems: 'lineItems', multiBuyLineItems: 'lineItems', customLineItems: 'customLineItems', multiBuyCustomLineItems: 'customLineItems' };

const isTogether = ({ type, applicationMode }: Value): boolean => type !== 'relative' && (applicationMode === 'ProportionateDistribution' || applicationMode === 'EvenDistribution');

interface Place { readonly line: Line; readonly units: Units }

/** Of every `triggerQuantity` pieces, `discountedQuantity` of the cheapest or dearest ones: how many of each group. */
const chosen = (places: readonly Place[], { triggerQuantity = 1, discountedQuantity = 1, maxOccurrence, selectionMode }: Target): ReadonlyMap<Units, number> => {
  const pieces = places.reduce((all, { units }) => all + units.quantity, 0);
  let left = Math.min(Math.floor(pieces / triggerQuantity), maxOccurrence ?? Number.MAX_SAFE_INTEGER) * discountedQuantity;
  const direction = selectionMode === 'MostExpensive' ? -1 : 1;
  const taken = new Map<Units, number>();
  for (const { units } of [...places].sort((a, b) => direction * (a.units.value.centAmount - b.units.value.centAmount))) {
    const quantity = Math.min(left, units.quantity);
    if (quantity > 0) taken.set(units, quantity);
    left -= quantity;
  }
  return taken;
};

const multiBuy = (places: readonly Place[], value: Value, target: Target, discount: Discount, rounding: RoundingMode): Units[][] => {
  const taken = chosen(places, target);
  return places.map(({ units }) => {
    const quantity = taken.get(units) ?? 0;
    const rest = units.quantity - quantity;
    return [...(quantity > 0 ? [discountEach({ ...units, quantity }, value, discount, rounding)] : []), ...(rest > 0 ? [{ ...units, quantity: rest }] : [])];
  });
};

const discounted = (places: readonly Place[], value: Value, target: Target, discount: Discount, rounding: RoundingMode): Units[][] => {
  if (target.triggerQuantity !== undefined) return multiBuy(places, value, target, discount, rounding);
  if (isTogether(value)) return discountTogether(places.map(({ units }) => units), value, discount, rounding);
  return places.map(({ units }) => [discountEach(units, value, discount, rounding)]);
};

/** Pieces that no discount lowered are one group, as they were: each group rounds by itself. */
const rejoined = (groups: readonly Units[]): readonly Units[] => {
  const plain = groups.filter(({ portions }) => portions.length === 0);
  if (plain.length < 2) return groups;
  return [...groups.filter(({ portions }) => portions.length > 0), { ...plain[0]!, quantity: plain.reduce((all, { quantity }) => all + quantity, 0) }];
};

/** The lines after a discount on items. */
export const discountLines = (lines: readonly Line[], value: Value, target: Target, discount: Discount, rounding: RoundingMode): readonly Line[] => {
  const kind = kindOf[target.type];
  if (kind === undefined) return lines;
  const matches = compileCartPredicate(target.predicate!);
  const meant = lines.filter(line => line.kind === kind && matches(line.fields));
  const places = meant.flatMap(line => line.groups.map(units => ({ line, units })));
  const after = discounted(places, value, target, discount, rounding);
  return lines.map(line => (meant.includes(line) ? { ...line, groups: rejoined(after.filter((_, at) => places[at]!.line === line).flat()) } : line));
};

const isDiscounted = ({ groups }: Line): boolean => groups.some(({ portions }) => portions.length > 0);

/** Whether a discount had an effect. */
export const bears = ({ groups }: Line, { id }: Discount): boolean => groups.some(({ portions }) => portions.some(({ discount }) => discount.id === id));

const priceOf = ({ value, portions }: Units): DiscountedPiecePrice => ({ value, includedDiscounts: [...portions] });

/** What an item carries of its discounts. */
export const membersOf = (line: Line, currencyCode: string, rounding: RoundingMode) => ({
  totalPrice: sum(currencyCode, line.groups.map(units => totalOf(units, rounding))),
  discountedPricePerQuantity: isDiscounted(line) ? line.groups.map(units => ({ quantity: units.quantity, discountedPrice: priceOf(units) })) : [],
});
