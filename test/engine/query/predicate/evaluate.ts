import type { CompareOperator, Literal, Predicate } from '../../../../src/engine/query/predicate/Predicate.js';

/* Evaluates predicates a second time, as plainly as possible; it shares only the types with the compiler. */

const get = (resource: unknown, field: string): unknown => {
  if (resource === null || typeof resource !== 'object' || Array.isArray(resource)) return null;
  return new Map(Object.entries(resource)).get(field) ?? null;
};

const elements = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** Returns -1, 0 or 1; undefined if the two cannot be compared. */
const order = (left: unknown, right: Literal): number | undefined => {
  if (typeof left !== typeof right) return undefined;
  if (typeof left === 'boolean') return left === right ? 0 : undefined;
  const isTime = [left, right].every(side => typeof side === 'string' && /^\d{4}-\d\d-\d\dT/.test(side));
  const [a, b] = (isTime ? [Date.parse(left as string), Date.parse(right as string)] : [left, right]) as [
    number,
    number,
  ];
  return a < b ? -1 : a > b ? 1 : 0;
};

const holds = (value: unknown, operator: CompareOperator, literal: Literal): boolean => {
  if (operator === '!=') return !holds(value, '=', literal);
  const results = elements(value)
    .map(element => order(element, literal))
    .filter(result => result !== undefined);
  if (operator === '=') return results.includes(0);
  if (typeof literal === 'boolean') return false;
  const wanted = { '<': [-1], '<=': [-1, 0], '>': [1], '>=': [1, 0] }[operator];
  return results.some(result => wanted.includes(result));
};

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

/** Returns the distance along the surface, from the chord through the earth. */
const distanceMeters = ([lon1, lat1]: number[], [lon2, lat2]: number[]): number => {
  const vector = (lon: number, lat: number): number[] => {
    const [x, y] = [(lon * Math.PI) / 180, (lat * Math.PI) / 180];
    return [Math.cos(y) * Math.cos(x), Math.cos(y) * Math.sin(x), Math.sin(y)];
  };
  const [a, b] = [vector(lon1!, lat1!), vector(lon2!, lat2!)];
  return 2 * 6_371_008.8 * Math.asin(Math.min(1, Math.hypot(...a.map((part, index) => part - b[index]!)) / 2));
};

const isInside = (value: unknown, predicate: Extract<Predicate, { kind: 'within' }>): boolean => {
  if (get(value, 'type') !== 'Point') return false;
  const point = get(value, 'coordinates') as number[];
  return distanceMeters(point, [predicate.longitude, predicate.latitude]) <= predicate.radiusMeters;
};

export const evaluate = (predicate: Predicate, resource: unknown): boolean => {
  const value = 'field' in predicate ? get(resource, predicate.field) : null;
  switch (predicate.kind) {
    case 'and':
      return predicate.parts.every(part => evaluate(part, resource));
    case 'or':
      return predicate.parts.some(part => evaluate(part, resource));
    case 'not':
      return !evaluate(predicate.part, resource);
    case 'compare':
      return holds(value, predicate.operator, predicate.value);
    case 'in':
      return predicate.values.some(literal => holds(value, '=', literal)) !== predicate.negated;
    case 'contains': {
      const test = (literal: Literal): boolean => holds(value, '=', literal);
      return (
        Array.isArray(value) && (predicate.mode === 'any' ? predicate.values.some(test) : predicate.values.every(test))
      );
    }
    case 'empty':
      return isEmpty(value) !== predicate.negated;
    case 'defined':
      return (value !== null) !== predicate.negated;
    case 'nested':
      return elements(value).some(
        element =>
          element !== null &&
          typeof element === 'object' &&
          !Array.isArray(element) &&
          evaluate(predicate.part, element),
      );
    case 'within':
      return elements(value).some(element => isInside(element, predicate));
  }
};
