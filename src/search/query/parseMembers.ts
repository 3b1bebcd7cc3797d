/** Parses objects of a search request. Names from the client are compared, never looked up in an object. */
import { describeJson } from '../../engine/document/json.js';
import { describeValue, type RequestErrors } from './RequestErrors.js';

export type Members<Name extends string> = Readonly<Partial<Record<Name, unknown>>>;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const namesShownMax = 3;
const quoted = (names: readonly string[]): string =>
  names.slice(0, namesShownMax).map(describeValue).join(', ') + (names.length > namesShownMax ? ' and others' : '');

/** Returns the members of an object and adds an error for unknown names. Null is the same as absent. */
export const parseMembers = <Name extends string>(
  value: unknown,
  place: string,
  names: readonly Name[],
  errors: RequestErrors,
): Members<Name> | undefined => {
  if (!isObject(value)) return errors.addSyntaxError(place, `expected an object, got ${describeValue(value)}`);
  const unknown = Object.keys(value).filter(name => !names.some(known => known === name));
  if (unknown.length > 0)
    errors.addSyntaxError(place, `expected nothing but ${names.join(', ')}; got ${quoted(unknown)}`);
  return Object.fromEntries(
    names.filter(name => Object.hasOwn(value, name) && value[name] !== null).map(name => [name, value[name]]),
  ) as Members<Name>;
};

/** Returns the name and value of an object with exactly one member (SEARCH013). */
export const parseSoleMember = <Name extends string>(
  value: unknown,
  place: string,
  names: readonly Name[],
  errors: RequestErrors,
): readonly [Name, unknown] | undefined => {
  const expected = `expected an object with exactly one of ${names.join(', ')}`;
  if (!isObject(value)) return errors.addSyntaxError(place, `${expected}; got ${describeJson(value)}`);
  const given = Object.keys(value);
  const kind = names.find(name => name === given[0]);
  if (given.length === 1 && kind !== undefined) return [kind, value[kind]];
  return errors.addSyntaxError(place, `${expected}; got ${given.length === 0 ? 'none' : quoted(given)}`);
};
