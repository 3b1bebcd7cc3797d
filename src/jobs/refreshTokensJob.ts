/** Removes refresh tokens whose time is over where no request does it on its way (AUTH053, LIM013): one that nobody renews takes memory. */
import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { TokenStore } from '../oauth/TokenStore.js';
import { scheduledQueueNames } from './queueNames.js';
import type { ScheduledJob } from './JobQueues.js';

export interface RefreshTokensOptions {
  readonly tokens: Pick<TokenStore, 'deleteExpiredRefreshTokens'>;
  readonly log: Logger;
  readonly everyMinutes: number;
  projectKeys(): Promise<readonly string[]>;
}

/** One step holds Redis for about a millisecond. */
const stepMax = 100;
const pauseMs = 5;
const minuteMs = 60_000;

const run = async ({ tokens, log, projectKeys }: RefreshTokensOptions, signal: AbortSignal): Promise<number> => {
  let removed = 0;
  for (const projectKey of await projectKeys()) {
    let count = 0;
    for (let went = -1; went !== 0 && !signal.aborted; count += went) {
      went = await tokens.deleteExpiredRefreshTokens(projectKey, stepMax);
      if (went > 0) await setTimeout(pauseMs);
    }
    if (count > 0) log.info({ projectKey, count }, 'removed refresh tokens whose time is over');
    removed += count;
  }
  return removed;
};

export const refreshTokensJob = (options: RefreshTokensOptions): ScheduledJob => ({
  name: scheduledQueueNames.refreshTokens,
  everyMs: options.everyMinutes * minuteMs,
  run: signal => run(options, signal),
});
