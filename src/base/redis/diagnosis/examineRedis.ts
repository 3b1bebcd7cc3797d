/** Examines the Redis of an address before it is used, and after it failed: one sentence tells what is wrong. */
import { setTimeout } from 'node:timers/promises';
import { ConfigError, RedisUnreachableError } from '../../config/valueKinds.js';
import { readRedisTls } from '../../config/redisTls.js';
import { parseRedisUrl, redactPassword } from '../../config/redisUrl.js';
import type { Config } from '../../config/settings.js';
import { ApiError } from '../../errors/ApiError.js';
import { isRedisUnavailable, toRefusedWriteError } from '../redisErrors.js';
import { describeLostNodes, examineCluster, type LostNode } from './examineCluster.js';
import { type ExamineOptions, examineServer } from './examineNode.js';
import { toRedisFault } from './RedisFault.js';

export interface ExaminedRedis extends ExamineOptions {
  readonly url: string;
  /** Begins the sentence, as `REDIS_URL is`. */
  readonly subject: string;
  /** Says what to do where nothing answers. */
  readonly advice: string;
  /** Keys whose master must answer. */
  readonly keys: readonly string[];
}

/** The cause of a failure is told within five seconds, also by a process of several that starts a second later. */
const limitMsMax = 2_000;
const retryMs = 250;

/** The Redis of the settings, or the embedded one at `url` where they name none. */
export const examinedRedis = (config: Config, url: string, keys: readonly string[]): ExaminedRedis => ({
  url,
  keys,
  tls: readRedisTls(config),
  limitMs: Math.min(config.redisTimeoutMs, limitMsMax),
  ...(config.redisUrl === ''
    ? { subject: 'The Redis of the server is', advice: 'start the server, or name another Redis with REDIS_URL' }
    : { subject: 'REDIS_URL is', advice: 'allowed is the address of a running Redis' }),
});

const nameOf = ({ subject, url }: ExaminedRedis): string => `${subject} '${redactPassword(url)}'`;

/**
 * Lists the nodes of a cluster that cannot be used; throws a RedisUnreachableError where Redis cannot be used at all.
 */
export const examineRedis = async (redis: ExaminedRedis): Promise<readonly LostNode[]> => {
  const { url, keys } = redis;
  try {
    if (parseRedisUrl(url).kind === 'cluster') return await examineCluster(url, keys, redis);
    await examineServer(url, redis);
    return [];
  } catch (error) {
    const { kind, meaning, reason, advice } = toRedisFault(error);
    const toDo = kind === 'unreachable' ? redis.advice : advice;
    throw new RedisUnreachableError(`${nameOf(redis)}, ${meaning} (${reason}); ${toDo}.`, kind);
  }
};

/** Examines as `examineRedis` does, and tries again for `limitMs` unless the configuration is wrong. */
export const waitForRedis = async (redis: ExaminedRedis): Promise<readonly LostNode[]> => {
  for (const startMs = performance.now(); ; await setTimeout(retryMs)) {
    try {
      return await examineRedis(redis);
    } catch (error) {
      const isFinal = error instanceof RedisUnreachableError && error.kind === 'configuration';
      if (isFinal || performance.now() - startMs > redis.limitMs) throw error;
    }
  }
};

const temporaryError = (text: string): RedisUnreachableError => new RedisUnreachableError(text, 'temporary');

const describeLost = (redis: ExaminedRedis, lost: readonly LostNode[]): string | undefined =>
  lost.length === 0
    ? undefined
    : `${nameOf(redis)}, where nodes cannot be used (${describeLostNodes(lost)}); ` +
      'start them, or let their replicas take over.';

const findCause = (redis: ExaminedRedis): Promise<string | undefined> =>
  examineRedis(redis).then(
    lost => describeLost(redis, lost),
    (error: Error) => error.message,
  );

/**
 * Says what is wrong with the Redis that failed a call; other errors stay as they are. `lost` are nodes that are known
 * to be unusable.
 */
export const explainRedisError = async (
  error: unknown,
  redis: ExaminedRedis,
  lost: readonly LostNode[],
): Promise<unknown> => {
  if (error instanceof ConfigError || toRefusedWriteError(error) !== undefined || !isRedisUnavailable(error))
    return error;
  const cause = describeLost(redis, lost) ?? (await findCause(redis));
  const { message } = error as Error;
  // This error says whether a change may have been made.
  if (error instanceof ApiError) return cause === undefined ? error : temporaryError(`${message} ${cause}`);
  return temporaryError(cause ?? `${nameOf(redis)}, where a call failed (${message}); try again.`);
};
