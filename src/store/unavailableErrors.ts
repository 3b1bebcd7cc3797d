/** Errors for changes that a client must not take as done: each text says what is known of the change. */
import { ApiError } from '../base/errors/ApiError.js';
import {
  isRedisUnavailable,
  NotSentError,
  isReply,
  isSlotMoving,
  toRefusedWriteError,
} from '../base/redis/redisErrors.js';
import { UnavailableError } from '../base/errors/UnavailableError.js';

export const notWrittenError = (): UnavailableError =>
  new UnavailableError(
    'not_written',
    'The change was not written: the data store cannot be reached at the moment. Try again in a second.',
  );

export const unknownOutcomeError = (): UnavailableError =>
  new UnavailableError(
    'unknown_outcome',
    'The data store did not answer, so it is not known whether the change was written. ' +
      'Read the resource before you try again.',
  );

export const unconfirmedError = (replicas: number, limitMs: number): UnavailableError =>
  new UnavailableError(
    'unconfirmed',
    `The change was written, but not confirmed by ${replicas} replica(s) within ${limitMs} ms. ` +
      'Read the resource before you try again.',
  );

/** For a request that changes nothing, or that finds its change made: an earlier change may be lost in a failover. */
export const unconfirmedReadError = (): UnavailableError =>
  new UnavailableError(
    'unconfirmed',
    'The request changes nothing, and replicas have not confirmed the data that the response would show. ' +
      'Try again in a second.',
  );

/** The change is committed; further data of the response could not be read. */
const unreadResponseError = (): UnavailableError =>
  new UnavailableError(
    'store_unreachable',
    'The change was written, but the response could not be read from the data store. ' +
      'Read the resource before you try again.',
  );

/** Tells whether a commit that ended with an error ran on no server, and does not run later. */
const hasNotRun = (error: unknown): boolean => error instanceof NotSentError || isReply(error) || isSlotMoving(error);

/** Returns the error for the client of a commit that ended with an error; defects are passed through. */
export const commitFailure = (error: unknown): unknown => {
  if (error instanceof ApiError || !isRedisUnavailable(error)) return error;
  return hasNotRun(error) ? (toRefusedWriteError(error) ?? notWrittenError()) : unknownOutcomeError();
};

/**
 * Maps an error of a request that changes something, as `toApiError` does: where the data store was unavailable before
 * the commit, nothing was written. Errors of the commit itself say what is known already.
 */
export const toWriteError = (error: unknown): ApiError | undefined => {
  if (error instanceof ApiError) return error;
  return toRefusedWriteError(error) ?? (isRedisUnavailable(error) ? notWrittenError() : undefined);
};

/** Wraps the work after a commit: if the data store is unavailable, the error says that the change was written. */
export const afterCommit = <T>(rest: T | Promise<T>): T | Promise<T> =>
  rest instanceof Promise
    ? rest.catch((error: unknown) => {
        throw isRedisUnavailable(error) ? unreadResponseError() : error;
      })
    : rest;

/**
 * A resource that the commit depends on has changed since it was read, and the client did not name its version. Nothing
 * was written: the caller reads again and composes the commit again.
 */
export class StaleReadError extends Error {
  override readonly name = 'StaleReadError';
}

/**
 * A definition has changed by which drafts or actions were read, such as a product type. Nothing was written: the
 * caller reads them again by the definition as it is now.
 */
export class StaleDefinitionError extends Error {
  override readonly name = 'StaleDefinitionError';
}
