import { isRedisUnavailable } from '../base/redis/redisErrors.js';
import { UnknownIndexError } from './SearchIndexes.js';

/** An id on which the work failed. */
export interface FailedId {
  readonly id: string;
  readonly error: unknown;
}

const isAboutBatch = (error: unknown): boolean => !isRedisUnavailable(error) && !(error instanceof UnknownIndexError);

/**
 * Runs `work` on a batch of ids. When it throws, the batch is halved until the ids that fail on their own are isolated,
 * so that one broken resource does not hold up the others. Returns the failed ids; undefined as soon as `work` returns
 * false.
 */
export const bisectFailures = async (
  ids: readonly string[],
  work: (ids: readonly string[]) => Promise<boolean>,
): Promise<readonly FailedId[] | undefined> => {
  const [first] = ids;
  if (first === undefined) return [];
  try {
    return (await work(ids)) ? [] : undefined;
  } catch (error) {
    if (!isAboutBatch(error)) throw error;
    if (ids.length === 1) return [{ id: first, error }];
  }
  const middle = ids.length >> 1;
  const left = await bisectFailures(ids.slice(0, middle), work);
  const right = left && (await bisectFailures(ids.slice(middle), work));
  return right && left && [...left, ...right];
};
