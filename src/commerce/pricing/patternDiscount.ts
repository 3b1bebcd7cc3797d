/** Discounts on units of items: a pattern of units triggers them, and another pattern is discounted. */
import type { DiscountTarget, PatternComponent } from '../values/discount.js';
import type { RoundingMode } from '../values/tax.js';
import { spendWork } from '../../base/shedding/boundedWork.js';
import { compileCartPredicate } from './cartPredicate.js';
import { compareAmounts, linePrice, moneyOfCents, sum, withoutShare } from './moneyArithmetic.js';
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
  /** The rounding mode of its total, if it differs from that of the discount. */
  readonly totalRounding?: RoundingMode;
}

/** Units with one price that no application of the discount has used up. */
interface Stock {
  readonly line: number;
  readonly totalRounding?: RoundingMode;
  readonly group: PieceGroup;
  /** The components that the units match. */
  readonly matches: ReadonlySet<PatternComponent>;
  left: number;
}

/** The number of units that a component takes from each stock. */
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
  return lines.flatMap(({ kind, fields, groups, totalRounding }, line) => {
    const matching = tests.filter(({ component, test }) => kindOf(component) === kind && test(fields));
    const matches = new Set(matching.map(({ component }) => component));
    return matches.size === 0
      ? []
      : groups.map(group => ({ line, totalRounding, group, matches, left: group.quantity }));
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

/** Returns how often in a row an application can use up the same units. */
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

const merged = (a: Taken, b: Taken): Taken => {
  const all = new Map(a);
  for (const [stock, units] of b) addTo(all, stock, units);
  return all;
};

/** Units of one line, by their stocks. */
interface TakenLine {
  readonly stocks: readonly Stock[];
  readonly groups: PieceGroups;
  readonly totalRounding?: RoundingMode;
}

/** The lines of some units, in the order of the cart. */
const linesOf = (taken: Taken, stocks: readonly Stock[]): TakenLine[] => {
  const lines = new Map<number, Stock[]>();
  for (const stock of stocks) if (taken.has(stock)) lines.set(stock.line, [...(lines.get(stock.line) ?? []), stock]);
  return [...lines.values()].map(ofLine => ({
    stocks: ofLine,
    groups: ofLine.map(stock => ({ ...stock.group, quantity: taken.get(stock) ?? 0 })),
    totalRounding: ofLine[0]?.totalRounding,
  }));
};

/** Assigns the groups of a line after a discount to the stocks that their units were taken from. */
const addByStock = (byStock: Map<Stock, PieceGroups>, { stocks, groups }: TakenLine, after: PieceGroups): void => {
  let at = 0;
  for (const [index, stock] of stocks.entries()) {
    const own: PieceGroup[] = [];
    for (let left = groups[index]?.quantity ?? 0; left > 0 && at < after.length; left -= own.at(-1)?.quantity ?? left)
      own.push(...after.slice(at, ++at));
    byStock.set(stock, own);
  }
};

/** The units of one application after the discount, by their stocks. */
const discountApplication = (
  { triggers, targets }: Application,
  stocks: readonly Stock[],
  step: DiscountStep,
): Map<Stock, PieceGroups> => {
  const { type, applicationMode, permyriad = 0 } = step.value;
  const isIndividual =
    applicationMode === 'IndividualApplication' || (applicationMode === undefined && type !== 'absolute');
  const discounted = linesOf(targets, stocks);
  const lines = isIndividual || type !== 'relative' ? discounted : linesOf(merged(triggers, targets), stocks);
  const groups = lines.map(line => line.groups);
  const roundings = lines.map(({ totalRounding = step.rounding }) => totalRounding);
  const after = isIndividual
    ? groups.map(each => each.map(group => discountPieces(group, step)))
    : type === 'relative'
      ? distributeMoney(groups, reductionOf(discounted, permyriad, step.rounding), step, roundings)
      : distributeDiscount(groups, step, roundings);
  const byStock = new Map<Stock, PieceGroups>();
  for (const [at, line] of lines.entries()) addByStock(byStock, line, after[at] ?? line.groups);
  return byStock;
};

/** A share of the value of the discounted units; a negative price is not lowered. */
const reductionOf = (lines: readonly TakenLine[], permyriad: number, rounding: RoundingMode) => {
  const currencyCode = lines[0]?.groups[0]?.value.currencyCode ?? '';
  const totals = lines.map(({ groups, totalRounding = rounding }) => lineTotal(groups, currencyCode, totalRounding));
  const total = sum(
    currencyCode,
    totals.filter(({ centAmount }) => centAmount > 0),
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
    for (const [stock, groups] of discountApplication(application, stocks, step)) {
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
