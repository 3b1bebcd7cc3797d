/** One that fails must not keep the others: what fails together is tried in halves, down to those that fail by themselves. */
import { ApiError } from '../errors/ApiError.js';
import { toApiError } from '../redis/redisErrors.js';
import { NoSuchIndex } from '../store/searchIndexes.js';

export interface FailedId {
  readonly id: string;
  readonly error: unknown;
}

/** Where Redis is away, or the index, nothing is the matter with the batch. */
export const isRedisUnavailable = (error: unknown): boolean =>
  !(error instanceof ApiError) && toApiError(error) !== undefined;

/** Runs `work` on all ids; undefined as soon as it answers false, else those of which it throws. */
export const bisectFailures = async (
  ids: readonly string[],
  work: (ids: readonly string[]) => Promise<boolean>,
): Promise<readonly FailedId[] | undefined> => {
  if (ids.length === 0) return [];
  try {
    return (await work(ids)) ? [] : undefined;
  } catch (error) {
    if (isRedisUnavailable(error) || error instanceof NoSuchIndex) throw error;
    if (ids.length === 1) return [{ id: ids[0]!, error }];
    const middle = ids.length >> 1;
    const first = await bisectFailures(ids.slice(0, middle), work);
    const second = first && (await bisectFailures(ids.slice(middle), work));
    return second && [...first!, ...second];
  }
};
