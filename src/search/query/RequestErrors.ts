import { limits } from '../../base/config/limits.js';
import { type ErrorEntry, errorEntry, failAll, abbreviate } from '../../base/errors/ApiError.js';
import type { ErrorCode } from '../../base/errors/errorTable.js';
import { describeJson, isJsonObject } from '../../engine/document/json.js';
import type { Dialect } from './Dialect.js';

/** Describes a value in an error message; objects and arrays only by their type, because they may be long and deep. */
export const describeValue = (value: unknown): string => {
  if (typeof value === 'string') return `'${abbreviate(value)}'`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : describeJson(value);
};

/** Collects the errors of a search request, to report them together (ERR004). */
export class RequestErrors {
  readonly #entries: ErrorEntry[] = [];
  /** The query language of the request. */
  readonly dialect: Dialect;
  #expressions = 0;

  constructor(dialect: Dialect) {
    this.dialect = dialect;
  }

  /** Tells whether parsing can end: there are enough errors, or too many expressions. */
  get isFull(): boolean {
    return this.#entries.length >= limits.searchFaultsMax || this.#expressions > limits.searchExpressionsMax;
  }

  add(code: ErrorCode, fill: Readonly<Record<string, unknown>>): void {
    if (this.#entries.length < limits.searchFaultsMax) this.#entries.push(errorEntry(code, fill));
  }

  /** Counts the single expressions of the query, including those with errors; true for the first that is too many. */
  countExpression(): boolean {
    this.#expressions += 1;
    return this.#expressions === limits.searchExpressionsMax + 1;
  }

  throwIfAny(): void {
    if (this.#entries.length > 0) throw failAll(this.#entries);
  }
}

/** A place in a search request, such as `query.and[1].exact`, at which errors are reported. */
export class Place {
  constructor(
    readonly errors: RequestErrors,
    /** Empty for the request itself. */
    private readonly path = '',
  ) {}

  get dialect(): Dialect {
    return this.errors.dialect;
  }

  member(name: string): Place {
    return new Place(this.errors, this.path === '' ? name : `${this.path}.${name}`);
  }

  element(at: number): Place {
    return new Place(this.errors, `${this.path}[${at}]`);
  }

  /** Adds an error about the structure of the request (SEARCH060). */
  syntaxError(complaint: string): undefined {
    this.errors.add('SyntaxError', { message: `${this.path || 'The request'}: ${complaint}.` });
  }

  /** Adds an error about a value in a well-formed request. */
  invalid(complaint: string): undefined {
    this.errors.add('InvalidInput', { message: `${this.path}: ${complaint}.` });
  }

  invalidMember(name: string, complaint: string): undefined {
    return this.member(name).invalid(complaint);
  }

  required(expected: string): undefined {
    this.errors.add('RequiredField', { field: this.path, expected });
  }

  /** Counts a single expression of the query. */
  countExpression(): void {
    if (this.errors.countExpression())
      this.invalid(`a query has at most ${limits.searchExpressionsMax} expressions, and this is one more`);
  }
}

/* Names from the client are compared, and never looked up in an object: a request may say `constructor`. */

export type Members<Name extends string> = Readonly<Partial<Record<Name, unknown>>>;

const namesShownMax = 3;
const quoted = (names: readonly string[]): string =>
  names.slice(0, namesShownMax).map(describeValue).join(', ') + (names.length > namesShownMax ? ' and others' : '');

/** Returns the members of an object and adds an error for unknown names. Null is the same as absent. */
export const parseMembers = <Name extends string>(
  value: unknown,
  place: Place,
  names: readonly Name[],
): Members<Name> | undefined => {
  if (!isJsonObject(value)) return place.syntaxError(`expected an object, got ${describeValue(value)}`);
  const unknown = Object.keys(value).filter(name => !names.some(known => known === name));
  if (unknown.length > 0) place.syntaxError(`expected nothing but ${names.join(', ')}; got ${quoted(unknown)}`);
  return Object.fromEntries(
    names.filter(name => Object.hasOwn(value, name) && value[name] !== null).map(name => [name, value[name]]),
  ) as Members<Name>;
};

/** Returns the name and value of an object with exactly one member (SEARCH013). */
export const parseSoleMember = <Name extends string>(
  value: unknown,
  place: Place,
  names: readonly Name[],
): readonly [Name, unknown] | undefined => {
  const expected = `expected an object with exactly one of ${names.join(', ')}`;
  if (!isJsonObject(value)) return place.syntaxError(`${expected}; got ${describeJson(value)}`);
  const given = Object.keys(value);
  const kind = names.find(name => name === given[0]);
  if (given.length === 1 && kind !== undefined) return [kind, value[kind]];
  return place.syntaxError(`${expected}; got ${given.length === 0 ? 'none' : quoted(given)}`);
};
