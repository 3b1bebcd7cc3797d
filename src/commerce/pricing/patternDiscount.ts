/** Discounts on units of items: a pattern of units triggers them, and another pattern is discounted. */
import type { DiscountTarget, PatternComponent } from '../values/discount.js';
import type { RoundingMode } from '../values/tax.js';
import { spendWork } from '../../base/shedding/boundedWork.js';
import { compileCartPredicate } from './cartPredicate.js';
import { compareAmounts, linePrice, moneyOfCents, sum, withoutShare } from './money.js';
import {
  discountPieces,
  type DiscountStep,
  distributeDiscount,
  distributeMoney,
  lineTotal,
  type PieceGroup,
  type PieceGroups,
} from './pieceGroups.js';

/** An item of which units may be part of a pattern. */
export interface PatternLine {
  readonly kind: 'lineItems' | 'customLineItems';
  readonly fields: unknown;
  readonly groups: PieceGroups;
}

/** Units with one price that no application of the discount has used up. */
interface Stock {
  readonly line: number;
  readonly group: PieceGroup;
  /** The components that the units match. */
  readonly matches: ReadonlySet<PatternComponent>;
  left: number;
}

/** How many units of each stock a component takes. */
type Taken = ReadonlyMap<Stock, number>;

/** The units that one application uses up. Excluded units are neither triggers nor discounted. */
interface Application {
  readonly triggers: Taken;
  readonly targets: Taken;
  readonly excluded: Taken;
}

const kindOf = ({ type }: PatternComponent): PatternLine['kind'] =>
  type === 'CountOnLineItemUnits' ? 'lineItems' : 'customLineItems';

const stocksOf = (lines: readonly PatternLine[], components: readonly PatternComponent[]): Stock[] => {
  const tests = components.map(component => ({ component, test: compileCartPredicate(component.predicate) }));
  return lines.flatMap(({ kind, fields, groups }, line) => {
    const matching = tests.filter(({ component, test }) => kindOf(component) === kind && test(fields));
    const matches = new Set(matching.map(({ component }) => component));
    return matches.size === 0 ? [] : groups.map(group => ({ line, group, matches, left: group.quantity }));
  });
};

const addTo = (taken: Map<Stock, number>, stock: Stock, units: number): void => {
  taken.set(stock, (taken.get(stock) ?? 0) + units);
};

const unitsOfTaken = (taken: Taken): number => [...taken.values()].reduce((all, units) => all + units, 0);

/** Takes at most `count` units that match a component, in the order of the stocks. */
const takeUnits = (
  stocks: readonly Stock[],
  component: PatternComponent,
  count: number,
  free: (stock: Stock) => number,
): Map<Stock, number> => {
  const taken = new Map<Stock, number>();
  let left = count;
  for (const stock of stocks) {
    const units = stock.matches.has(component) ? Math.min(left, free(stock)) : 0;
    if (units > 0) taken.set(stock, units);
    left -= units;
    if (left === 0) break;
  }
  return taken;
};

/** The units that match all components of a pattern; undefined where one of them finds too few. */
const matchPattern = (
  stocks: readonly Stock[],
  components: readonly PatternComponent[],
  used: Map<Stock, number>,
  excluded: Map<Stock, number>,
): Taken | undefined => {
  const all = new Map<Stock, number>();
  const free = (stock: Stock): number => stock.left - (used.get(stock) ?? 0);
  for (const component of components) {
    const { minCount = 1, maxCount = Number.MAX_SAFE_INTEGER, excludeCount = 0 } = component;
    const skipped = excludeCount === 0 ? new Map<Stock, number>() : takeUnits(stocks, component, excludeCount, free);
    if (unitsOfTaken(skipped) < excludeCount) return undefined;
    for (const [stock, units] of skipped) {
      addTo(used, stock, units);
      addTo(excluded, stock, units);
    }
    const taken = takeUnits(stocks, component, maxCount, free);
    if (unitsOfTaken(taken) < Math.max(1, minCount)) return undefined;
    for (const [stock, units] of taken) {
      addTo(used, stock, units);
      addTo(all, stock, units);
    }
  }
  return all;
};

/** How often in a row an application can use up the same units. */
const repetitionsOf = ({ triggers, targets, excluded }: Application, most: number): number => {
  const used = new Map<Stock, number>();
  for (const taken of [triggers, targets, excluded]) for (const [stock, units] of taken) addTo(used, stock, units);
  return [...used].reduce((times, [stock, units]) => Math.min(times, Math.floor(stock.left / units)), most);
};

interface RepeatedApplication extends Application {
  readonly times: number;
}

/**
 * Finds the applications of a pattern. The preferred units are discounted, and the least preferred ones trigger, such
 * that a unit which could do both is discounted if it is preferred.
 */
const findApplications = (stocks: readonly Stock[], target: DiscountTarget): RepeatedApplication[] => {
  const { triggerPattern = [], targetPattern = [], maxOccurrence, selectionMode } = target;
  const direction = selectionMode === 'MostExpensive' ? -1 : 1;
  const preferred = [...stocks].sort((a, b) => direction * compareAmounts(a.group.value, b.group.value));
  // Of equal units those at the end of the cart trigger.
  const leastPreferred = preferred.toReversed();
  const applications: RepeatedApplication[] = [];
  for (let left = maxOccurrence ?? Number.MAX_SAFE_INTEGER; left > 0; ) {
    spendWork(stocks.length);
    const used = new Map<Stock, number>();
    const excluded = new Map<Stock, number>();
    const triggers = matchPattern(leastPreferred, triggerPattern, used, excluded);
    const targets = triggers && matchPattern(preferred, targetPattern, used, excluded);
    if (triggers === undefined || targets === undefined) break;
    const application = { triggers, targets, excluded };
    const times = repetitionsOf(application, left);
    applications.push({ ...application, times });
    for (const [stock, units] of used) stock.left -= units * times;
    left -= times;
  }
  return applications;
};

/** The groups of some units, by their stocks. */
const groupsOf = (taken: Taken): Map<Stock, PieceGroups> =>
  new Map([...taken].map(([stock, quantity]) => [stock, [{ ...stock.group, quantity }]]));

const merged = (a: Taken, b: Taken): Taken => {
  const all = new Map(a);
  for (const [stock, units] of b) addTo(all, stock, units);
  return all;
};

const distributed = (groups: Map<Stock, PieceGroups>, distribute: (lines: PieceGroups[]) => PieceGroups[]) => {
  const after = distribute([...groups.values()]);
  return new Map([...groups.keys()].map((stock, at) => [stock, after[at] ?? []]));
};

/** The units of one application after the discount, by their stocks. */
const discountApplication = ({ triggers, targets }: Application, step: DiscountStep): Map<Stock, PieceGroups> => {
  const { type, applicationMode, permyriad = 0 } = step.value;
  const isIndividual =
    applicationMode === 'IndividualApplication' || (applicationMode === undefined && type !== 'absolute');
  if (isIndividual)
    return new Map(
      [...groupsOf(targets)].map(([stock, groups]) => [stock, groups.map(group => discountPieces(group, step))]),
    );
  if (type !== 'relative') return distributed(groupsOf(targets), lines => distributeDiscount(lines, step));
  const reduction = reductionOf([...groupsOf(targets).values()], permyriad, step.rounding);
  return distributed(groupsOf(merged(triggers, targets)), lines => distributeMoney(lines, reduction, step));
};

/** A share of the value of the discounted units. */
const reductionOf = (lines: readonly PieceGroups[], permyriad: number, rounding: RoundingMode) => {
  const currencyCode = lines[0]?.[0]?.value.currencyCode ?? '';
  const total = sum(
    currencyCode,
    lines.map(groups => lineTotal(groups, currencyCode, rounding)),
  );
  const left = linePrice(withoutShare(total, permyriad, rounding), 1, rounding);
  return moneyOfCents(currencyCode, total.centAmount - left.centAmount);
};

const times = (groups: PieceGroups, factor: number): PieceGroups =>
  groups.map(group => ({ ...group, quantity: group.quantity * factor }));

/** Discounts units of lines; returns the groups of each line. */
export const discountPattern = (
  lines: readonly PatternLine[],
  target: DiscountTarget,
  step: DiscountStep,
): readonly PieceGroups[] => {
  const { triggerPattern = [], targetPattern = [] } = target;
  const stocks = stocksOf(lines, [...triggerPattern, ...targetPattern]);
  const changed = new Map<Stock, PieceGroup[]>();
  const rest = new Map(stocks.map(stock => [stock.group, stock.group.quantity]));
  for (const application of findApplications(stocks, target))
    for (const [stock, groups] of discountApplication(application, step)) {
      const repeated = times(groups, application.times);
      changed.set(stock, [...(changed.get(stock) ?? []), ...repeated]);
      const units = repeated.reduce((all, { quantity }) => all + quantity, 0);
      rest.set(stock.group, (rest.get(stock.group) ?? 0) - units);
    }
  const stockByGroup = new Map(stocks.map(stock => [stock.group, stock]));
  return lines.map(({ groups }) =>
    groups.flatMap(group => {
      const stock = stockByGroup.get(group);
      const left = stock === undefined ? group.quantity : (rest.get(group) ?? 0);
      const discounted = stock === undefined ? [] : (changed.get(stock) ?? []);
      return [...discounted, ...(left > 0 ? [{ ...group, quantity: left }] : [])];
    }),
  );
};
