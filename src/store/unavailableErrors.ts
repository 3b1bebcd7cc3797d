/** What a client is told of a change that it must not take for made: each text says what is known of the change. */
import { type ApiError, fail } from '../errors/ApiError.js';

export const notWrittenError = (): ApiError =>
  fail('ServiceUnavailable', {
    message: 'The change was not written: the data store cannot be reached at the moment. Try again in a second.',
  });

export const unknownOutcomeError = (): ApiError =>
  fail('ServiceUnavailable', {
    message:
      'The data store did not answer, so it is not known whether the change was written. Read the resource before you try again.',
  });

export const unconfirmedError = (replicas: number, limitMs: number): ApiError =>
  fail('ServiceUnavailable', {
    message: `The change was written, but not confirmed by ${replicas} replica(s) within ${limitMs} ms. Read the resource before you try again.`,
  });
