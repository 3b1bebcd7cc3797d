import { ApiError, type ErrorEntry } from '../../../src/base/errors/ApiError.js';

export const refusalEntries = (run: () => unknown): readonly ErrorEntry[] => {
  try {
    run();
  } catch (error) {
    if (error instanceof ApiError) return error.entries;
    throw error;
  }
  throw new Error('expected a refusal');
};
