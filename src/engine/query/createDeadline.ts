import { fail } from '../../errors/ApiError.js';

/** Starts the time of a query; the returned function throws QueryTimedOut after it (ERR032). */
export const createDeadline = (timeoutMs: number): (() => void) => {
  const deadlineMs = performance.now() + timeoutMs;
  return () => {
    if (performance.now() > deadlineMs) throw fail('QueryTimedOut', { timeoutMs });
  };
};
