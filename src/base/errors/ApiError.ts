/** A refused request, and the helpers that make one from the rows of errorTable.ts. */
import { limits } from '../config/limits.js';
import { type ErrorCode, type ErrorRow, errorTable, type ErrorValues } from './errorTable.js';

/**
 * One entry of `errors` in a response: `code`, `message` and the extra fields of the code (ERR003). An entry of any
 * code may also have `actionIndex`, the position of the refused update action, and, where an API extension took part,
 * `errorByExtension`, `localizedMessage` and `extensionExtraInfo` (ERR006, ERR007).
 */
export interface ErrorEntry {
  readonly code: ErrorCode;
  readonly message: string;
  readonly [extra: string]: unknown;
}

/** An error has at least one entry. */
type ErrorEntries = readonly [ErrorEntry, ...ErrorEntry[]];

/** The body of an error response (ERR001, ERR002); OAuth's codes add `error` and `error_description`. */
interface ErrorBody {
  readonly statusCode: number;
  readonly message: string;
  readonly errors: ErrorEntries;
  readonly error?: string;
  readonly error_description?: string;
}

/** Returns the code of RFC 6749 for an error that has another origin. */
const oauthErrorCode = (status: number): string =>
  status === 503 ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request';

/** A refused request: one status, one or more entries. Any part may throw it; http/request/respond.ts sends it. */
export class ApiError extends Error {
  /** `headers` are those that HTTP requires with the status, such as Allow with 405; a 503 says when to try again. */
  constructor(
    readonly status: number,
    readonly entries: ErrorEntries,
    readonly headers: HeaderPairs = status === 503 ? [['Retry-After', '1']] : [],
  ) {
    super(entries[0].message);
    this.name = 'ApiError';
  }

  /** With `toOAuthClient` the body has OAuth's form too, as for every error of an authorization endpoint. */
  toBody(toOAuthClient = false): ErrorBody {
    const [first] = this.entries;
    const body = { statusCode: this.status, message: first.message, errors: this.entries };
    const isOAuthCode = errorTable[first.code].origin === 'oauth';
    return isOAuthCode || toOAuthClient
      ? { ...body, error: isOAuthCode ? first.code : oauthErrorCode(this.status), error_description: first.message }
      : body;
  }
}

type HeaderPairs = readonly (readonly [name: string, value: string])[];

const messageValueLengthMax = 200;
const fieldValueLengthMax = 1_000;
/** A message that quotes only parts of the request is always shorter. */
const messageLengthMax = 4_000;

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;

/** Cuts between characters, never between the two halves of a surrogate pair. */
const cut = (text: string, lengthMax: number): string => {
  if (text.length <= lengthMax) return text;
  const end = isHighSurrogate(text.charCodeAt(lengthMax - 1)) ? lengthMax - 1 : lengthMax;
  return `${text.slice(0, end)}…`;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'undefined'));

/** Prints a value from a client in a message: text unchanged, other values as JSON, cut at 200 characters. */
export const abbreviate = (value: unknown): string => cut(textOf(value), messageValueLengthMax);

/**
 * Shortens the long values that a message quotes; a longer message is cut. One regular expression for a whole quote
 * would not do: its stack overflows at values of megabytes.
 */
const shortenQuotes = (message: string): string => {
  const quote = /['"]/g;
  let short = '';
  let copied = 0;
  for (let found = quote.exec(message); found !== null; found = quote.exec(message)) {
    const start = found.index + 1;
    if (short.length + start - copied > messageLengthMax) break;
    const end = message.indexOf(found[0], start);
    if (end - start <= messageValueLengthMax) continue;
    short += message.slice(copied, start) + abbreviate(message.slice(start, end));
    copied = end;
    quote.lastIndex = end + 1;
  }
  return cut(short + message.slice(copied), messageLengthMax);
};

/** The fields of an entry that repeat a part of the request of any length. A value of a unique field has a limit. */
const quotingFields: ReadonlySet<string> = new Set(['field', 'invalidValue', 'id', 'key']);

/** Returns the value of an entry's field; a value of more than 1,000 characters becomes text of 1,000 characters. */
const boundedField = (name: string, value: unknown): unknown => {
  if (!quotingFields.has(name)) return value;
  const text = textOf(value);
  return text.length > fieldValueLengthMax ? cut(text, fieldValueLengthMax) : value;
};

/**
 * Makes one error entry: all `values` may appear in the message, abbreviated; the fields that the row lists are added,
 * the values of the request among them at most 1,000 characters long.
 */
export const errorEntry = <Code extends ErrorCode>(code: Code, given: ErrorValues<Code>): ErrorEntry => {
  const values: Readonly<Record<string, unknown>> = given;
  const { template, fields }: ErrorRow = errorTable[code];
  const message = template
    .replace(/\{(\w+)\??\}/g, (_, name: string) =>
      name === 'message' ? shortenQuotes(String(values.message)) : abbreviate(values[name] ?? ''),
    )
    .trimEnd();
  const extra: Record<string, unknown> = {};
  for (const declared of fields) {
    const name = declared.replace('?', '');
    if (values[name] !== undefined) extra[name] = boundedField(name, values[name]);
  }
  return { code, message, ...extra };
};

/**
 * `throw fail('InvalidOperation', { message })`: an ApiError of one entry, with the row's status unless `status` is
 * given. A 503 is an UnavailableError, which has a reason.
 */
export const fail = <Code extends Exclude<ErrorCode, 'ServiceUnavailable'>>(
  code: Code,
  values: ErrorValues<Code>,
  status: number = errorTable[code].status,
  headers?: HeaderPairs,
): ApiError => new ApiError(status, [errorEntry(code, values)], headers);

/** The refusal of an operation that the state of a resource does not allow. */
export const invalidOperation = (message: string): ApiError => fail('InvalidOperation', { message });

/** The refusal of a value of the request; `expected` is a sentence about the values that the field takes. */
export const invalidField = (field: string, invalidValue: unknown, expected: string): ApiError =>
  fail('InvalidField', { field, invalidValue, expected });

/** The refusal of a request without a member. */
export const requiredField = (field: string, expected: string): ApiError => fail('RequiredField', { field, expected });

/**
 * Refuses a missing member that is optional in its schema, but required in this variant of it; `holder` is the word for
 * the variant.
 */
export const requireMember = <T>(value: T | undefined, field: string, holder: string): T => {
  if (value === undefined) throw requiredField(field, `${holder} has one`);
  return value;
};

/** The refusal of a request whose parts contradict each other or cannot be read. */
export const invalidInput = (message: string): ApiError => fail('InvalidInput', { message });

/** Two parts of a request with the same fault, such as one missing reference in two actions, make equal entries. */
const withoutRepetitions = (entries: readonly ErrorEntry[]): ErrorEntry[] =>
  entries.length < 2 ? [...entries] : [...new Map(entries.map(entry => [JSON.stringify(entry), entry])).values()];

/**
 * Makes one error of several entries: the first ones that have the status of the first entry (ERR004). Equal entries
 * are one.
 */
export const failAll = (entries: readonly ErrorEntry[]): ApiError => {
  const [first] = entries;
  if (first === undefined) throw new Error('an error needs at least one entry');
  const { status } = errorTable[first.code];
  const ofStatus = entries.filter(({ code }) => errorTable[code].status === status).slice(0, limits.errorEntriesMax);
  return new ApiError(status, withoutRepetitions(ofStatus) as [ErrorEntry, ...ErrorEntry[]]);
};

/** Returns a value that is always present in a correct program; throws an error that names it where it is absent. */
export const required = <T>(value: T | null | undefined, name: string): T => {
  if (value === undefined || value === null) throw new Error(`${name} is missing`);
  return value;
};
