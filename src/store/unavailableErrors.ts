/** What a client is told of a change that it must not take for made: each text says what is known of the change. */
import { ApiError, fail } from '../errors/ApiError.js';
import { toApiError, toRefusedWriteError } from '../redis/redisErrors.js';

export const notWrittenError = (): ApiError =>
  fail('ServiceUnavailable', {
    message: 'The change was not written: the data store cannot be reached at the moment. Try again in a second.',
  });

export const unknownOutcomeError = (): ApiError =>
  fail('ServiceUnavailable', {
    message:
      'The data store did not answer, so it is not known whether the change was written. Read the resource before you try again.',
  });

const unansweredError = (): ApiError =>
  fail('ServiceUnavailable', {
    message:
      'The change was written, but the data store cannot be reached at the moment to answer it. Read the resource before you try again.',
  });

/** Whether an error of the data store says nothing of the change yet; a refusal does. */
const isOfRead = (error: unknown): boolean =>
  !(error instanceof ApiError) && toApiError(error) !== undefined && toRefusedWriteError(error) === undefined;

/** The error of what runs before a commit; that of the commit itself, which says what is known of it, stays. */
export const toNotWritten = (error: unknown): unknown => (isOfRead(error) ? notWrittenError() : error);

/** Rethrows the error of what runs before a commit. */
export const throwNotWritten = (error: unknown): never => {
  throw toNotWritten(error);
};

/** Rethrows the error of what runs after a commit. */
export const throwUnanswered = (error: unknown): never => {
  throw isOfRead(error) ? unansweredError() : error;
};

/** Rethrows the error of an operation with several commits. */
export const throwUnknownOutcome = (error: unknown): never => {
  throw isOfRead(error) ? unknownOutcomeError() : error;
};

export const unconfirmedError = (replicas: number, limitMs: number): ApiError =>
  fail('ServiceUnavailable', {
    message: `The change was written, but not confirmed by ${replicas} replica(s) within ${limitMs} ms. Read the resource before you try again.`,
  });
