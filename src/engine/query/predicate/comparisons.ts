import { spendOnText } from './predicateLimits.js';
import type { Literal, CompareOperator } from './Predicate.js';
import { toUtcDateTime } from '../../schema/dateTimes.js';
import { type TextComparison, textComparison } from '../../collation.js';
import { isJsonObject } from '../../document/json.js';

export type ValueTest = (value: unknown) => boolean;

const instantsOf = (values: readonly Literal[]): Set<string> => {
  const found = values.map(value => (typeof value === 'string' ? toUtcDateTime(value) : undefined));
  return new Set(found.filter(value => value !== undefined));
};

/**
 * Tests whether a value equals one of the literals: in JSON type and content, or in time when both are date-times. The
 * literals are a set, so that a long list costs as much as a short one.
 */
export const equalityTest = (values: readonly Literal[]): ValueTest => {
  const [only] = values;
  const instants = instantsOf(values);
  if (instants.size === 0) {
    if (values.length === 1)
      return value => {
        spendOnText(only, value);
        return value === only;
      };
    const literals = new Set<unknown>(values);
    return value => literals.has(value);
  }
  const literals = new Set<unknown>(values);
  return value => literals.has(value) || (typeof value === 'string' && instants.has(toUtcDateTime(value) ?? ''));
};

/** An own member of a JSON object; undefined for other values, and for inherited members. */
export const ownMember = (value: unknown, name: string): unknown =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** Mean radius of the earth (IUGG). */
const earthRadiusMeters = 6_371_008.8;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

const haversine = (angle: number): number => Math.sin(angle / 2) ** 2;

/**
 * Tests whether a value is a GeoJSON Point (RFC 7946 section 3.1.2) within a distance from the centre, along the great
 * circle.
 */
export const circleTest = (longitude: number, latitude: number, radiusMeters: number): ValueTest => {
  const centerLatitude = radians(latitude);
  const centerCosine = Math.cos(centerLatitude);
  return value => {
    const coordinates = ownMember(value, 'type') === 'Point' ? ownMember(value, 'coordinates') : undefined;
    if (!Array.isArray(coordinates)) return false;
    const [pointLongitude, pointLatitude] = coordinates as unknown[];
    if (typeof pointLongitude !== 'number' || typeof pointLatitude !== 'number') return false;
    const pointRadians = radians(pointLatitude);
    const chord =
      haversine(pointRadians - centerLatitude) +
      centerCosine * Math.cos(pointRadians) * haversine(radians(pointLongitude - longitude));
    return 2 * earthRadiusMeters * Math.asin(Math.min(1, Math.sqrt(chord))) <= radiusMeters;
  };
};

export interface SortKey {
  readonly path: readonly string[];
  readonly direction: 'asc' | 'desc';
  /** The language of texts that people read; absent for identifiers, which are sorted by code unit. */
  readonly language?: string;
}

type Sign = 1 | -1;

const signOf = (direction: SortKey['direction']): Sign => (direction === 'asc' ? 1 : -1);

/** A value that has an order; objects, arrays, null and absent values have none and are `undefined` here. */
type Rankable = Literal | undefined;

const rankOfType = (value: Rankable): number => {
  if (typeof value === 'boolean') return 0;
  if (typeof value === 'number') return 1;
  return typeof value === 'string' ? 2 : 3;
};

/** A total order: flags, numbers, texts by their comparison, absent values last. */
const compareValues = (left: Rankable, right: Rankable, compareTexts: TextComparison): number => {
  if (left === right) return 0;
  const byType = rankOfType(left) - rankOfType(right);
  if (byType !== 0 || left === undefined || right === undefined) return byType;
  if (typeof left === 'string') return compareTexts(left, right as string);
  return left < right ? -1 : 1;
};

interface KeyOrder {
  readonly sign: Sign;
  readonly compareTexts: TextComparison;
}

const compareCodeUnits: TextComparison = (left, right) => {
  spendOnText(left, right);
  return left < right ? -1 : 1;
};

const orderOf = ({ direction, language }: SortKey): KeyOrder => ({
  sign: signOf(direction),
  compareTexts: language === undefined ? compareCodeUnits : textComparison(language),
});

const rankable = (value: unknown): Rankable =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;

const sortValueAt = (value: unknown, path: readonly string[], from: number, order: KeyOrder): Rankable => {
  let reached = value;
  for (let depth = from; depth < path.length; depth++) {
    reached = ownMember(reached, path[depth]!);
    if (Array.isArray(reached)) return firstElement(reached, path, depth + 1, order);
  }
  return rankable(reached);
};

/** An array is sorted by the element that comes first: the smallest when ascending, the largest when descending. */
function firstElement(elements: readonly unknown[], path: readonly string[], from: number, order: KeyOrder): Rankable {
  const { sign, compareTexts } = order;
  let first: Rankable;
  for (const element of elements) {
    const value = sortValueAt(element, path, from, order);
    if (value !== undefined && (first === undefined || sign * compareValues(value, first, compareTexts) < 0))
      first = value;
  }
  return first;
}

/** The values that a resource is sorted by: one for each key, then its id. They are kept without the resource. */
export type SortValues = readonly Rankable[];

const orderOfIds: SortKey = { path: ['id'], direction: 'asc' };

/** Reads the values of a resource that `compareBy` with the same keys compares. */
export const sortValuesBy = (keys: readonly SortKey[]): ((resource: unknown) => SortValues) => {
  const all = [...keys, orderOfIds].map(key => ({ path: key.path, order: orderOf(key) }));
  return resource => all.map(({ path, order }) => sortValueAt(resource, path, 0, order));
};

/**
 * Orders resources by the first key, then by the second, and so on (GEN058), last by ascending `id`: the order is
 * total, so pages neither overlap nor leave gaps. A resource without a value at a path comes last when ascending and
 * first when descending.
 */
export const compareBy = (keys: readonly SortKey[]): ((left: SortValues, right: SortValues) => number) => {
  const orders = [...keys, orderOfIds].map(orderOf);
  return (left, right) => {
    for (const [at, { sign, compareTexts }] of orders.entries()) {
      const order = sign * compareValues(left[at], right[at], compareTexts);
      if (order !== 0) return order;
    }
    return 0;
  };
};

type OrderOperator = Exclude<CompareOperator, '=' | '!='>;
type Order = <T extends string | number>(left: T, right: T) => boolean;

const ordersByOperator = new Map<OrderOperator, Order>([
  ['<', (left, right) => left < right],
  ['<=', (left, right) => left <= right],
  ['>', (left, right) => left > right],
  ['>=', (left, right) => left >= right],
]);

const never: ValueTest = () => false;

const textOrdering = (order: Order, literal: string): ValueTest => {
  const utc = toUtcDateTime(literal);
  if (utc === undefined)
    return value => {
      spendOnText(literal, value);
      return typeof value === 'string' && order(value, literal);
    };
  return value => {
    if (typeof value !== 'string') return false;
    const valueUtc = toUtcDateTime(value);
    return valueUtc === undefined ? order(value, literal) : order(valueUtc, utc);
  };
};

/**
 * Tests the order of a value and a literal: texts are compared by code unit, date-times by time; flags have no order.
 */
export const orderTest = (operator: OrderOperator, literal: Literal): ValueTest => {
  const order = ordersByOperator.get(operator)!;
  if (typeof literal === 'string') return textOrdering(order, literal);
  if (typeof literal === 'number') return value => typeof value === 'number' && order(value, literal);
  return never;
};
