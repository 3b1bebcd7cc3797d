/** Compares responses with the error format: status, body and the extra fields of every entry. */
import type { Test } from './tap.js';
import { ApiError } from '../../src/base/errors/ApiError.js';
import { type ErrorCode, errorTable } from '../../src/base/errors/errorTable.js';
import type { HttpResponse } from './http.js';
import { matchWhole } from './matchWhole.js';

export type WireEntry = { readonly code: string; readonly message: string; readonly [extra: string]: unknown };

export interface WireError {
  readonly statusCode: number;
  readonly message: string;
  readonly errors: readonly WireEntry[];
  readonly error?: string;
  readonly error_description?: string;
}

export const errorOf = ({ json }: HttpResponse): WireError => json as WireError;

/** An expected entry: its code, all of its extra fields and a pattern of its message. */
export type ExpectedEntry = { readonly code: string; readonly message: RegExp; readonly [extra: string]: unknown };

/** Returns a pattern that matches exactly this text. */
export const literally = (text: string): RegExp => new RegExp(`^${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);

/** Asserts that a response has this status and exactly these entries in this order. */
export const assertRefusal = (
  t: Test,
  answer: HttpResponse,
  status: number,
  entries: readonly ExpectedEntry[],
): void => {
  t.equal(answer.status, status, answer.text.slice(0, 300));
  t.match(answer.headers['content-type'], /^application\/json/);
  const { statusCode, message, errors, ...rest } = errorOf(answer);
  t.strictSame(rest, {}, 'no further members');
  t.equal(statusCode, status);
  t.equal(message, errors[0]?.message);
  t.strictSame(
    errors.map(entry => ({ ...entry, message: '' })),
    entries.map(entry => ({ ...entry, message: '' })),
    'codes and extra fields',
  );
  entries.forEach((entry, index) => t.match(errors[index]?.message, entry.message));
};

/** Asserts exactly one entry with this code and these extra fields; `invalidValue` and `actionIndex` are ignored. */
export const assertSingleError = (
  t: Test,
  { errors }: WireError,
  expected: { readonly code: string; readonly [extra: string]: unknown },
  message?: string,
): void => {
  const ignored = new Set([
    'message',
    'actionIndex',
    'invalidValue',
    ...('allowedValues' in expected ? [] : ['allowedValues']),
  ]);
  const compared = errors.map(entry =>
    Object.fromEntries(Object.entries(entry).filter(([name]) => !ignored.has(name))),
  );
  t.same(compared, [expected], message ?? expected.code);
};

/** Asserts a 400 with one entry that has this code, these extra fields and a message that matches. */
export const assertBadRequest = (
  t: Test,
  refusal: WireError,
  code: string,
  { message, ...extra }: { readonly message?: RegExp; readonly [extra: string]: unknown } = {},
): void => {
  t.equal(refusal.statusCode, 400);
  assertSingleError(t, refusal, { code, ...extra });
  if (message !== undefined) t.match(refusal.errors[0]?.message, message);
};

/** Returns the body of the ApiError that `run` throws; undefined if it throws nothing. */
export const refusalOf = (run: () => unknown): Pick<WireError, 'message' | 'errors'> | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.toBody();
  }
};

/** The members of a response over HTTP, of a rejection of the SDK, and of the body of either. */
interface AnyRefusal {
  readonly status?: number;
  readonly statusCode?: number;
  readonly json?: unknown;
  readonly body?: unknown;
  readonly errors?: unknown;
}

/**
 * Asserts a refusal with the status of the code in the table of errors and one entry, which has this code, these
 * members and no others except its message.
 */
export const assertError = (t: Test, refusal: unknown, code: ErrorCode, members: object = {}): void => {
  const { status, statusCode = status, json, body = json, errors } = (refusal ?? {}) as AnyRefusal;
  const found = errors === undefined ? body : refusal;
  const expected = errorTable[code].status;
  matchWhole(
    t,
    [statusCode, found],
    [expected, { statusCode: expected, errors: [{ code, ...members }] }],
    `${code}: ${JSON.stringify(found)?.slice(0, 300)}`,
  );
};
