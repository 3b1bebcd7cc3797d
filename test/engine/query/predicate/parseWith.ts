import type { Predicate } from '../../../../src/engine/query/predicate/Predicate.js';
import { parsePredicate } from '../../../../src/engine/query/predicate/parsePredicate.js';
import { ApiError } from '../../../../src/base/errors/ApiError.js';

/** Calls `parsePredicate` with the variables as an object. */
export const parseWith = (text: string, variables: Record<string, string> = {}): Predicate =>
  parsePredicate(text, new Map(Object.entries(variables)));

/** Returns code and message of the ApiError that `run` throws; throws other errors again. */
export const errorOf = (run: () => unknown): { code: string; message: string } => {
  try {
    run();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { code: error.entries[0]!.code, message: error.message };
  }
  throw new Error('no error');
};
