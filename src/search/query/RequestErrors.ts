import { limits } from '../../config/limits.js';
import { type ErrorEntry, errorEntry, failAll, abbreviate } from '../../errors/ApiError.js';
import type { ErrorCode } from '../../errors/errorTable.js';
import { describeJson } from '../../engine/document/json.js';

/** Describes a value in an error message; objects and arrays only by their type, because they may be long and deep. */
export const describeValue = (value: unknown): string => {
  if (typeof value === 'string') return `'${abbreviate(value)}'`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : describeJson(value);
};

/** Collects the errors of a search request, each with its place, to report them together (ERR004). */
export class RequestErrors {
  readonly #entries: ErrorEntry[] = [];
  #expressions = 0;

  /** Whether parsing can end: there are enough errors, or too many expressions. */
  get isFull(): boolean {
    return this.#entries.length >= limits.searchFaultsMax || this.#expressions > limits.searchExpressionsMax;
  }

  /** Adds an error about the structure of the request (SEARCH060). */
  addSyntaxError(place: string, complaint: string): undefined {
    this.#add('SyntaxError', { message: `${place}: ${complaint}.` });
  }

  /** Adds an error about a value in a well-formed request. */
  addInvalidInput(place: string, complaint: string): undefined {
    this.#add('InvalidInput', { message: `${place}: ${complaint}.` });
  }

  addRequiredField(place: string, expected: string): undefined {
    this.#add('RequiredField', { field: place, expected });
  }

  /** Counts the single expressions of the query, including those with errors. */
  countExpression(place: string): void {
    this.#expressions += 1;
    if (this.#expressions === limits.searchExpressionsMax + 1)
      this.addInvalidInput(
        place,
        `a query has at most ${limits.searchExpressionsMax} expressions, and this is one more`,
      );
  }

  /** Throws the collected errors, if there are any. */
  throwIfAny(): void {
    if (this.#entries.length > 0) throw failAll(this.#entries);
  }

  #add(code: ErrorCode, fill: Readonly<Record<string, unknown>>): void {
    if (this.#entries.length < limits.searchFaultsMax) this.#entries.push(errorEntry(code, fill));
  }
}
