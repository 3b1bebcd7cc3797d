import { setTimeout } from 'node:timers/promises';
import { minuteMs } from '../base/durations.js';
import type { Logger } from 'pino';
import type { TokenStore } from '../auth/oauth/TokenStore.js';
import { scheduledQueueNames } from './queueNames.js';
import type { ScheduledJob } from './Job.js';

export interface RefreshTokensJobOptions {
  readonly tokens: Pick<TokenStore, 'deleteExpiredRefreshTokens'>;
  readonly log: Logger;
  readonly everyMinutes: number;
  readonly projectKeys: () => Promise<readonly string[]>;
}

/** Tokens of one step, which blocks Redis for about a millisecond. */
const stepMax = 100;
const pauseMs = 5;

const run = async ({ tokens, log, projectKeys }: RefreshTokensJobOptions, signal: AbortSignal): Promise<number> => {
  let total = 0;
  for (const projectKey of await projectKeys()) {
    let count = 0;
    for (let deleted = -1; deleted !== 0 && !signal.aborted; count += deleted) {
      deleted = await tokens.deleteExpiredRefreshTokens(projectKey, stepMax);
      if (deleted > 0) await setTimeout(pauseMs);
    }
    if (count > 0) log.info({ projectKey, count }, 'deleted expired refresh tokens');
    total += count;
  }
  return total;
};

/** Deletes expired refresh tokens that no request deletes, because their client never renews one (AUTH053, LIM013). */
export const refreshTokensJob = (options: RefreshTokensJobOptions): ScheduledJob => ({
  name: scheduledQueueNames.refreshTokens,
  everyMs: options.everyMinutes * minuteMs,
  run: signal => run(options, signal),
});
