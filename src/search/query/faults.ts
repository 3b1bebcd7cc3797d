/** All that is wrong with a search request, told together (ERR004), each fault with its place in the request. */
import { limits } from '../../config/limits.js';
import { type ErrorCode, type ErrorEntry, errorEntry, failAll, abbreviate } from '../../errors/ApiError.js';
import { nameOf } from '../../engine/json.js';

/** What came, as a message shows it; objects and arrays only by name, for they may be long and deep. */
export const came = (value: unknown): string => {
  if (typeof value === 'string') return `'${abbreviate(value)}'`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : nameOf(value);
};

export class Faults {
  readonly #entries: ErrorEntry[] = [];
  #expressions = 0;

  /** Nothing further needs to be read: enough is wrong, or the query is too long. */
  get isEnough(): boolean {
    return this.#entries.length >= limits.searchFaultsMax || this.#expressions > limits.searchExpressionsMax;
  }

  /** SEARCH060: the request is not built as requests are. */
  syntax(place: string, complaint: string): undefined {
    this.#add('SyntaxError', { message: `${place}: ${complaint}.` });
  }

  /** A request that is built well asks for what there is not. */
  input(place: string, complaint: string): undefined {
    this.#add('InvalidInput', { message: `${place}: ${complaint}.` });
  }

  required(place: string, expected: string): undefined {
    this.#add('RequiredField', { field: place, expected });
  }

  /** Every single expression of the query is counted, those with faults too. */
  countExpression(place: string): void {
    this.#expressions += 1;
    if (this.#expressions === limits.searchExpressionsMax + 1)
      this.input(place, `a query has at most ${limits.searchExpressionsMax} expressions, and this is one more`);
  }

  /** Throws what was found. */
  check(): void {
    if (this.#entries.length > 0) throw failAll(this.#entries);
  }

  #add(code: ErrorCode, fill: Readonly<Record<string, unknown>>): void {
    if (this.#entries.length < limits.searchFaultsMax) this.#entries.push(errorEntry(code, fill));
  }
}
