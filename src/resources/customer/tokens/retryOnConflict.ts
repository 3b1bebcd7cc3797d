import { ApiError } from '../../../errors/ApiError.js';

const attemptsMax = 5;

/**
 * Repeats a change by token after a concurrent change of the customer, unless the client named the version to change.
 */
export const retryOnConflict = async <T>(version: number | undefined, attempt: () => Promise<T>): Promise<T> => {
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      const isConflict = error instanceof ApiError && error.status === 409;
      if (!isConflict || version !== undefined || count === attemptsMax) throw error;
    }
  }
};
