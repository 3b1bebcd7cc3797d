/** Work that comes again and again, each at its own pace, beginning at once; never two of one kind at a time. */
import type { Logger } from 'pino';
import { isRedisUnavailable } from '../search/bisectFailures.js';

export interface PeriodicTask {
  readonly everyMs: number;
  run(): Promise<void>;
}

export interface PeriodicTasks {
  stop(): Promise<void>;
}

export const startPeriodicTasks = (log: Logger, all: readonly PeriodicTask[]): PeriodicTasks => {
  const timers = new Map<PeriodicTask, NodeJS.Timeout>();
  const running = new Map<PeriodicTask, Promise<void>>();
  let isStopping = false;

  const go = async (round: PeriodicTask): Promise<void> => {
    try {
      await round.run();
    } catch (error) {
      log[isRedisUnavailable(error) ? 'debug' : 'error']({ err: error }, 'a round in the background failed');
    }
    if (!isStopping)
      timers.set(
        round,
        setTimeout(() => start(round), round.everyMs),
      );
  };

  const start = (round: PeriodicTask): void => {
    running.set(round, go(round));
  };

  all.forEach(start);
  return {
    stop: async () => {
      isStopping = true;
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all(running.values());
    },
  };
};
