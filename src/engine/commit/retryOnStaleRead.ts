import { setTimeout } from 'node:timers/promises';
import { UnavailableError } from '../../errors/UnavailableError.js';
import { StaleReadError } from '../../store/StaleReadError.js';

/** Attempts before the request is refused because other requests keep changing resources that it depends on. */
const attemptsMax = 200;
const pauseMs = 5;
const pausesMax = 10;

/**
 * Runs `attempt` again, from its reads on, as long as its commit meets a resource that has changed since it was read.
 */
export const retryOnStaleRead = async <T>(attempt: () => Promise<T>): Promise<T> => {
  for (let count = 1; count <= attemptsMax; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof StaleReadError)) throw error;
      // Attempts of many requests that failed together would otherwise meet again.
      await setTimeout(Math.random() * pauseMs * Math.min(count, pausesMax));
    }
  }
  throw new UnavailableError(
    'contention',
    `What the request depends on was changed by others during ${attemptsMax} attempts. Try again in a second.`,
  );
};
