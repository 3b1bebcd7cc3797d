/** The order in which discounts are applied, and the choice of one discount from each group. */
import type { RoundingMode } from '../values/tax.js';
import { applyDiscount, type DiscountableLine, type DiscountedLines } from './discountLines.js';
import type { ApplicableDiscount } from './findApplicableDiscounts.js';

/** Effects of discounts on the cart that the lines alone do not show. */
export interface DiscountEffects {
  readonly hasEffect: (latest: ApplicableDiscount, discounted: DiscountedLines) => boolean;
  /** Returns the total of the cart, less the price of its gifts. */
  readonly cost: (discounted: DiscountedLines) => number;
}

type Group = readonly ApplicableDiscount[];

/** Up to this many choices of one discount for each group are compared. */
const choicesMax = 64;

/** The discounts of each group together, in the place of the group; any other discount is a group of its own. */
const inGroups = (discounts: readonly ApplicableDiscount[]): Group[] => {
  const groups: ApplicableDiscount[][] = [];
  for (const discount of discounts) {
    const last = groups.at(-1);
    if (last !== undefined && discount.groupId !== undefined && last[0]?.groupId === discount.groupId)
      last.push(discount);
    else groups.push([discount]);
  }
  return groups;
};

const cheapest = <D extends { readonly cost: number }>(deals: readonly D[]): D =>
  deals.reduce((one, other) => (other.cost < one.cost ? other : one));

/**
 * Applies one discount of each group: the one with which the whole cart costs least, discounts behind it included, and
 * the first of equal ones.
 */
class GroupDeals {
  constructor(
    private readonly groups: readonly Group[],
    private readonly rounding: RoundingMode,
    private readonly effects: DiscountEffects,
  ) {}

  /** Applies the discounts of the groups from a place on. */
  decide(before: DiscountedLines, from = 0): DiscountedLines {
    const { at, discounted, isLast } = this.#applyAlone(before, from);
    const group = this.groups[at];
    if (group === undefined || isLast) return discounted;
    const comparesAll = this.#choices(at) <= choicesMax;
    const deals = group.map(member => {
      const after = this.#apply(discounted, member);
      const stops = this.#stops(member, after);
      const end = stops ? after : comparesAll ? this.decide(after, at + 1) : this.#decideByPlace(after, at + 1);
      return { after, stops, end, cost: this.effects.cost(end) };
    });
    const best = cheapest(deals);
    return comparesAll || best.stops ? best.end : this.decide(best.after, at + 1);
  }

  /** Returns the discounts that would lower the cost, too, but lost to a better one of their group. */
  surpassedBy({ discounts }: DiscountedLines, lines: readonly DiscountableLine[]): ReadonlySet<string> {
    const surpassed = new Set<string>();
    if (this.groups.every(({ length }) => length === 1)) return surpassed;
    let before: DiscountedLines = { lines, discounts: [] };
    for (const [at, chosen] of discounts.entries()) {
      const others = this.groups[at]!.filter(member => member !== chosen);
      const cost = others.length === 0 ? 0 : this.effects.cost(before);
      for (const member of others)
        if (this.effects.cost(this.#apply(before, member)) < cost) surpassed.add(member.discount.id);
      before = this.#apply(before, chosen);
    }
    return surpassed;
  }

  /** Decides each group by itself, as if no discounts followed: this bounds the work with many groups. */
  #decideByPlace(before: DiscountedLines, from: number): DiscountedLines {
    const { at, discounted, isLast } = this.#applyAlone(before, from);
    const group = this.groups[at];
    if (group === undefined || isLast) return discounted;
    const deals = group.map(member => {
      const after = this.#apply(discounted, member);
      return { member, after, cost: this.effects.cost(after) };
    });
    const { member, after } = cheapest(deals);
    return this.#stops(member, after) ? after : this.#decideByPlace(after, at + 1);
  }

  /** Applies the discounts that no other one is compared with, up to a group or to one that stops the others. */
  #applyAlone(before: DiscountedLines, from: number) {
    let discounted = before;
    for (let at = from; at < this.groups.length; at++) {
      const [only, ...others] = this.groups[at]!;
      if (only === undefined || others.length > 0) return { at, discounted, isLast: false };
      discounted = this.#apply(discounted, only);
      if (this.#stops(only, discounted)) return { at, discounted, isLast: true };
    }
    return { at: this.groups.length, discounted, isLast: true };
  }

  #choices(from: number): number {
    return this.groups.slice(from).reduce((all, { length }) => all * length, 1);
  }

  #apply(before: DiscountedLines, latest: ApplicableDiscount): DiscountedLines {
    return applyDiscount(before, latest, this.rounding);
  }

  #stops(latest: ApplicableDiscount, discounted: DiscountedLines): boolean {
    return latest.isLast && this.effects.hasEffect(latest, discounted);
  }
}

/**
 * Applies discounts to the lines, one after the other, up to one that stops the others if it has an effect. The
 * predicates see the items as they were before all discounts.
 */
export const discountLines = (
  lines: readonly DiscountableLine[],
  discounts: readonly ApplicableDiscount[],
  rounding: RoundingMode,
  effects: DiscountEffects,
): DiscountedLines & { readonly surpassedIds: ReadonlySet<string> } => {
  const deals = new GroupDeals(inGroups(discounts), rounding, effects);
  const discounted = deals.decide({ lines, discounts: [] });
  return { ...discounted, surpassedIds: deals.surpassedBy(discounted, lines) };
};
