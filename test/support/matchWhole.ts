/**
 * Compares like tap's `t.match`, but refuses surplus: lists have the same length, texts are equal, and an error entry
 * has no further members besides its message. Other objects may have members that are not named. A regular expression
 * matches a text; `String`, `Number`, `Boolean` and `Object` match any value of their type; `undefined` matches an
 * absent member.
 */

/** The required part of a tap test. */
export type Reporter = { pass(title: string): unknown; fail(title: string, extra: Record<string, unknown>): unknown };
type Difference = { readonly path: string; readonly expected: unknown; readonly found: unknown };

const typeNames = new Map<unknown, string>([
  [String, 'string'],
  [Number, 'number'],
  [Boolean, 'boolean'],
  [Object, 'object'],
]);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const matchesScalar = (found: unknown, expected: unknown): boolean => {
  if (expected instanceof RegExp) return typeof found === 'string' && expected.test(found);
  const typeName = typeNames.get(expected);
  return typeName === undefined ? Object.is(found, expected) : typeof found === typeName;
};

/** Only entries of error responses have both a code and a message. */
const isErrorEntry = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isObject(value) && typeof value.code === 'string' && typeof value.message === 'string';

const surplusOf = (found: Readonly<Record<string, unknown>>, expected: object, path: string): Difference[] =>
  Object.keys(found)
    .filter(name => name !== 'message' && !(name in expected))
    .map(name => ({ path: `${path}.${name}`, expected: undefined, found: found[name] }));

const listDifferences = (found: unknown, expected: readonly unknown[], path: string): Difference[] => {
  if (!Array.isArray(found)) return [{ path, expected, found }];
  if (found.length !== expected.length)
    return [{ path: `${path}.length`, expected: expected.length, found: found.length }];
  return expected.flatMap((each, index) => {
    const at = `${path}[${index}]`;
    const one: unknown = found[index];
    const surplus = isErrorEntry(one) && isObject(each) ? surplusOf(one, each, at) : [];
    return [...surplus, ...differences(one, each, at)];
  });
};

const differences = (found: unknown, expected: unknown, path: string): Difference[] => {
  if (Array.isArray(expected)) return listDifferences(found, expected, path);
  if (!isObject(expected) || expected instanceof RegExp)
    return matchesScalar(found, expected) ? [] : [{ path, expected, found }];
  if (!isObject(found)) return [{ path, expected, found }];
  return Object.entries(expected).flatMap(([name, value]) => differences(found[name], value, `${path}.${name}`));
};

/** Passes if `found` matches `expected`, with whole lists, texts and errors. */
export const matchWhole = (t: Reporter, found: unknown, expected: unknown, title = 'matches whole'): void => {
  const different = differences(found, expected, '');
  if (different.length === 0) t.pass(title);
  else t.fail(title, { differences: different, found });
};

/** Returns the values of one member of each object of a list. */
export const valuesOf = <T, K extends keyof T>(list: readonly T[], name: K): T[K][] => list.map(each => each[name]);

/** Returns the values of some members of each object of a list, one row per object. */
export const rowsOf = <T, K extends keyof T>(list: readonly T[], ...names: readonly K[]): T[K][][] =>
  list.map(each => names.map(name => each[name]));
