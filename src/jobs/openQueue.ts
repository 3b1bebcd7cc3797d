import { type Job as BullJob, Queue, type QueueOptions } from 'bullmq';
import { withTimeout } from '../base/lifecycle/timeouts.js';
import { commandTimeoutMs, type RedisClient } from '../base/redis/connect.js';
import { keys } from '../store/keys.js';
import { sampleShopQueueName } from './queueNames.js';

/** The id of a project's only run in a queue. BullMQ takes no number as an id, and the key of a project may be one. */
export const projectRunId = (projectKey: string): string => `project-${projectKey}`;

/** A failed run is tried again within seconds. */
const dueMsMax = 60_000;

/** A clock that was ahead, and is not any more, has put the next attempt of a run far away. */
const isFarAway = ({ timestamp, delay }: BullJob): boolean => timestamp + delay > Date.now() + dueMsMax;

/** Adds a run with an id to a queue. Does nothing while that run waits or is active; starts it again after it ended. */
export const requestRun = async (queue: Queue, id: string, data: object): Promise<void> => {
  const known = (await queue.getJob(id)) as BullJob | undefined;
  const state = await known?.getState();
  if (state === 'completed' || state === 'failed') await known?.remove();
  if (state === 'delayed' && isFarAway(known!)) await known!.promote();
  await queue.add(queue.name, data, { jobId: id });
};

/** A failed job is retried after 1, 2, 4 and 8 seconds. */
const jobAttempts = 5;
/** A second attempt could not complete a sample shop: a shop needs a project without any. */
const singleAttempt: ReadonlySet<string> = new Set([sampleShopQueueName]);

const attemptsOf = (queueName: string): number => (singleAttempt.has(queueName) ? 1 : jobAttempts);
const backoff = { type: 'exponential', delay: 1_000 } as const;
/** Completed runs, failed runs and events that Redis keeps of each queue. */
const kept = { count: 100 };

/**
 * Skips the library's check of the Redis version and policy, which prints to the console: the server logs its own
 * warnings.
 */
export const queueConnection = (
  connection: RedisClient,
): Pick<QueueOptions, 'connection' | 'prefix' | 'skipVersionCheck'> => ({
  connection,
  prefix: keys.jobs,
  skipVersionCheck: true,
});

export const openQueue = (name: string, connection: RedisClient): Queue =>
  new Queue(name, {
    ...queueConnection(connection),
    streams: { events: { maxLen: kept.count } },
    defaultJobOptions: { attempts: attemptsOf(name), backoff, removeOnComplete: kept, removeOnFail: kept },
  });

/** Rejects where the connection of a queue cannot be used in time; the library would wait without end. */
const untilQueueReady = async (queue: Queue): Promise<void> => {
  await withTimeout(queue.waitUntilReady(), commandTimeoutMs);
};

/** A queue that never was ready waits for its connection before it closes. */
const closeMs = 500;

/** Closes the queue after the work. Errors of the connection are reported by the calls that fail. */
export const withQueue = async <T>(
  name: string,
  connection: RedisClient,
  work: (queue: Queue) => Promise<T>,
): Promise<T> => {
  const queue = openQueue(name, connection).on('error', () => undefined);
  try {
    await untilQueueReady(queue);
    return await work(queue);
  } finally {
    await withTimeout(queue.close(), closeMs).catch(() => undefined);
  }
};
