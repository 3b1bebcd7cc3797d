/** Comparing an answer with the error format, whole: status, body and the extra fields of every entry. */
import type { Test } from 'tap';
import { ApiError } from '../../src/errors/ApiError.js';
import type { HttpResponse } from './http.js';

export interface WireEntry {
  readonly code: string;
  readonly message: string;
  readonly [extra: string]: unknown;
}

export interface WireError {
  readonly statusCode: number;
  readonly message: string;
  readonly errors: readonly WireEntry[];
  readonly error?: string;
  readonly error_description?: string;
}

export const errorOf = ({ json }: HttpResponse): WireError => json as WireError;

/** An entry as a test expects it: its code and all of its extra fields, and what its message says. */
export interface ExpectedEntry {
  readonly code: string;
  readonly message: RegExp;
  readonly [extra: string]: unknown;
}

/** The answer has this status and these entries in this order, and nothing else. */
export const assertRefusal = (
  t: Test,
  answer: HttpResponse,
  status: number,
  entries: readonly ExpectedEntry[],
): void => {
  t.equal(answer.status, status, answer.text.slice(0, 300));
  t.match(answer.headers['content-type'], /^application\/json/);
  const { statusCode, message, errors, ...rest } = errorOf(answer);
  t.strictSame(rest, {}, 'no members beside the format');
  t.equal(statusCode, status);
  t.equal(message, errors[0]?.message);
  t.strictSame(
    errors.map(entry => ({ ...entry, message: '' })),
    entries.map(entry => ({ ...entry, message: '' })),
    'codes and extra fields',
  );
  entries.forEach((entry, index) => t.match(errors[index]?.message, entry.message));
};

/** One entry with this code and these extra fields and no others; what was invalid is told or not. */
export const assertSingleError = (
  t: Test,
  { errors }: WireError,
  expected: { readonly code: string; readonly [extra: string]: unknown },
  message?: string,
): void => {
  const told = errors.map(({ message: _, actionIndex, invalidValue, allowedValues, ...extra }) => ({
    ...('allowedValues' in expected ? { allowedValues } : {}),
    ...extra,
  }));
  t.same(told, [expected], message ?? expected.code);
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

/** What a function of ours throws, as it would be told; undefined when it throws nothing. */
export const refusalOf = (run: () => unknown): Pick<WireError, 'message' | 'errors'> | undefined => {
  try {
    run();
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.toBody();
  }
};
