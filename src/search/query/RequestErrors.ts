/** All that is wrong with a search request, told together (ERR004), each fault with its place in the request. */
import { limits } from '../../config/limits.js';
import { type ErrorEntry, errorEntry, failAll, abbreviate } from '../../errors/ApiError.js';
import type { ErrorCode } from '../../errors/errorTable.js';
import { jsonTypeName } from '../../engine/document/json.js';

/** What came, as a message shows it; objects and arrays only by name, for they may be long and deep. */
export const describeValue = (value: unknown): string => {
  if (typeof value === 'string') return `'${abbreviate(value)}'`;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : jsonTypeName(value);
};

export class RequestErrors {
  readonly #entries: ErrorEntry[] = [];
  #expressions = 0;

  /** Nothing further needs to be read: enough is wrong, or the query is too long. */
  get isFull(): boolean {
    return this.#entries.length >= limits.searchFaultsMax || this.#expressions > limits.searchExpressionsMax;
  }

  /** SEARCH060: the request is not built as requests are. */
  addSyntaxError(place: string, complaint: string): undefined {
    this.#add('SyntaxError', { message: `${place}: ${complaint}.` });
  }

  /** A request that is built well asks for what there is not. */
  addInvalidInput(place: string, complaint: string): undefined {
    this.#add('InvalidInput', { message: `${place}: ${complaint}.` });
  }

  addRequiredField(place: string, expected: string): undefined {
    this.#add('RequiredField', { field: place, expected });
  }

  /** Every single expression of the query is counted, those with faults too. */
  countExpression(place: string): void {
    this.#expressions += 1;
    if (this.#expressions === limits.searchExpressionsMax + 1)
      this.addInvalidInput(
        place,
        `a query has at most ${limits.searchExpressionsMax} expressions, and this is one more`,
      );
  }

  /** Throws what was found. */
  throwIfAny(): void {
    if (this.#entries.length > 0) throw failAll(this.#entries);
  }

  #add(code: ErrorCode, fill: Readonly<Record<string, unknown>>): void {
    if (this.#entries.length < limits.searchFaultsMax) this.#entries.push(errorEntry(code, fill));
  }
}
