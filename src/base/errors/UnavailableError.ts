/** The 503 responses: each has a reason of a closed set, which the log and the metrics name. */
import { SharedCounts } from '../memory/SharedCounts.js';
import { ApiError, errorEntry } from './ApiError.js';

/** The reasons of a 503, with the text of each in the log. */
export const unavailabilityTexts = {
  store_unreachable: 'the data store cannot be reached',
  write_refused: 'the data store refuses changes',
  not_written: 'no master could be reached to write a change',
  unknown_outcome: 'the data store did not answer a change',
  unconfirmed: 'too few replicas confirmed a change in time',
  overload: 'the service is overloaded',
  contention: 'what a change depends on was changed by others again and again',
  search_unavailable: 'the search index or the search module is not available',
  worker_replaced: 'a worker did not come back',
} as const;

export type Unavailability = keyof typeof unavailabilityTexts;

/** The 503 responses and the GraphQL errors with ServiceUnavailable of all threads. */
export const unavailableCounts = new SharedCounts(Object.keys(unavailabilityTexts) as Unavailability[]);

export class UnavailableError extends ApiError {
  /** `headers` are empty where it is not known when to try again; otherwise Retry-After is a second. */
  constructor(
    readonly reason: Unavailability,
    message: string,
    headers?: ApiError['headers'],
  ) {
    super(503, [errorEntry('ServiceUnavailable', { message })], headers);
  }
}

/** Counts an error that a client gets, if it is a 503. */
export const countUnavailable = (error: ApiError | undefined): void => {
  if (error instanceof UnavailableError) unavailableCounts.add(error.reason);
};
