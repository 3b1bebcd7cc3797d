/** Work that comes again and again, each at its own pace, beginning at once; never two of one kind at a time. */
import type { Logger } from 'pino';
import { isAway } from './apart.js';

export interface Round {
  readonly everyMs: number;
  run(): Promise<void>;
}

export interface Rounds {
  stop(): Promise<void>;
}

export const rounds = (log: Logger, all: readonly Round[]): Rounds => {
  const timers = new Map<Round, NodeJS.Timeout>();
  const running = new Map<Round, Promise<void>>();
  let isStopping = false;

  const go = async (round: Round): Promise<void> => {
    try {
      await round.run();
    } catch (error) {
      log[isAway(error) ? 'debug' : 'error']({ err: error }, 'a round in the background failed');
    }
    if (!isStopping)
      timers.set(
        round,
        setTimeout(() => start(round), round.everyMs),
      );
  };

  const start = (round: Round): void => {
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
