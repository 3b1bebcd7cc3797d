/**
 * A job that runs on a schedule, once in all processes of a deployment: BullMQ keeps the schedule and the run in Redis.
 * A process that dies in a run loses its lock, and another one takes the run up.
 */
import { Queue, Worker } from 'bullmq';
import type { Logger } from 'pino';
import { connectQueue, type RedisClient } from '../store/connect.js';
import { asApiError } from '../store/failures.js';
import { keys } from '../store/keys.js';
import { within } from '../within.js';

export interface Job {
  readonly name: string;
  readonly everyMs: number;
  /** Ends early when the signal says that the process stops: the next run goes on. */
  run(signal: AbortSignal): Promise<unknown>;
}

export interface Running { stop(): Promise<void> }

/** A job that fails is tried again after 1, 2, 4 and 8 seconds; then its next turn comes. */
const attempts = 5;
const backoff = { type: 'exponential', delay: 1_000 } as const;
/** Runs that Redis remembers. */
const kept = { count: 100 };
const stopMs = 2_000;

/** The library would look at the server's version and policy, and print what it thinks of them: main.ts does, into the log. */
const optionsOf = (connection: RedisClient) => ({ connection, prefix: keys.jobs, skipVersionCheck: true });

export const openQueue = (name: string, connection: RedisClient): Queue =>
  new Queue(name, { ...optionsOf(connection), streams: { events: { maxLen: kept.count } }, defaultJobOptions: { attempts, backoff, removeOnComplete: kept, removeOnFail: kept } });

/** One run at a time in all processes, also where a run takes longer than until the next. A schedule that is there goes on as it was. */
const schedule = async (queue: Queue, { name, everyMs }: Job): Promise<void> => {
  await queue.setGlobalConcurrency(1);
  await queue.upsertJobScheduler(name, { every: everyMs }, { name });
};

/** Puts a job on its schedule and works on it from now on; does not wait for Redis. */
export const startQueue = (redisUrl: string, job: Job, log: Logger): Running => {
  const { name, run } = job;
  const connection = connectQueue(redisUrl);
  const queue = openQueue(name, connection.client);
  const stopping = new AbortController();
  const worker = new Worker(name, () => run(stopping.signal), { ...optionsOf(connection.client), concurrency: 1 });
  // While Redis is away requests tell of it, and the library tries again.
  const tell = (error: Error): void => { log[stopping.signal.aborted || asApiError(error) !== undefined ? 'debug' : 'error']({ err: error, job: name }, 'the job queue has trouble'); };
  queue.on('error', tell);
  worker.on('error', tell);
  worker.on('failed', (failed, error) => log.error({ err: error, job: name, attempt: failed?.attemptsMade, attempts }, 'a job failed'));
  // At each connection: a Redis that lost its last second may have lost the schedule with it.
  connection.client.on('ready', () => { schedule(queue, job).catch(tell); });
  return {
    stop: async () => {
      stopping.abort();
      // Without Redis nothing can be said to it.
      await within(Promise.all([worker.close(), queue.close()]), stopMs).catch(tell);
      connection.disconnect();
    },
  };
};
