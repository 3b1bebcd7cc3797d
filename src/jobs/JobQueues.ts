/**
 * Jobs that run once in all processes of a deployment, on a schedule or when they are asked for: BullMQ keeps schedules
 * and runs in Redis. A process that dies in a run loses its lock, and another one takes the run up.
 */
import { Queue, Worker, WaitingError, type Job as Run } from 'bullmq';
import type { Logger } from 'pino';
import { connectQueue, type RedisClient } from '../redis/connect.js';
import { toApiError } from '../redis/redisErrors.js';
import { keys } from '../store/keys.js';
import { withTimeout } from '../lifecycle/withTimeout.js';

/** What one run was asked for, and where it tells how far it is. */
export interface JobRun {
  readonly data: unknown;
  progress(percent: number): Promise<void>;
}

export interface Job {
  readonly name: string;
  /** Absent: it runs when it is asked for. One on a schedule runs once at a time in all processes. */
  readonly everyMs?: number;
  /** Runs at once in this process, of a job that is asked for. */
  readonly concurrency?: number;
  /** How long a run of a process that died stays its own. */
  readonly lockMs?: number;
  /** Ends early when the signal says that the process stops: the next run goes on, or, where it throws Interrupted, another process. */
  run(signal: AbortSignal, asked: JobRun): Promise<unknown>;
}

/** On a schedule nothing is asked for. */
export interface ScheduledJob extends Job {
  readonly everyMs: number;
  run(signal: AbortSignal): Promise<unknown>;
}

/** A run that stopped with its process, to be gone on with elsewhere. */
export class JobInterruptedError extends Error {
  override readonly name = 'Interrupted';
}

export interface JobQueues {
  /** Asks for a run of a job under an id: nothing where it waits or runs; one that failed or ended begins again. */
  requestRun(job: string, id: string, data: object): Promise<void>;
  /** Runs of each queue by state, of the whole deployment. */
  runCounts(): Promise<readonly RunCount[]>;
  stop(): Promise<void>;
}

export interface RunCount {
  readonly queue: string;
  readonly state: string;
  readonly count: number;
}

/** A job that fails is tried again after 1, 2, 4 and 8 seconds; then its next turn comes. */
const attempts = 5;
const backoff = { type: 'exponential', delay: 1_000 } as const;
/** Runs that Redis remembers. */
const kept = { count: 100 };
const stopMs = 2_000;
const lockMsByDefault = 30_000;
/** A run that was taken up so often is no fault of its own: its processes die. */
const stalledMax = 1_000;

/** The library would look at the server's version and policy, and print what it thinks of them: main.ts does, into the log. */
const optionsOf = (connection: RedisClient) => ({ connection, prefix: keys.jobs, skipVersionCheck: true });

export const openQueue = (name: string, connection: RedisClient): Queue =>
  new Queue(name, {
    ...optionsOf(connection),
    streams: { events: { maxLen: kept.count } },
    defaultJobOptions: { attempts, backoff, removeOnComplete: kept, removeOnFail: kept },
  });

/** One run at a time in all processes, also where a run takes longer than until the next. A schedule that is there goes on as it was. */
const schedule = async (queue: Queue, { name, everyMs }: Job): Promise<void> => {
  if (everyMs === undefined) return;
  await queue.setGlobalConcurrency(1);
  await queue.upsertJobScheduler(name, { every: everyMs }, { name });
};

/** Nothing where it waits or runs; one that failed or ended begins again. */
export const requestRun = async (queue: Queue, id: string, data: object): Promise<void> => {
  const known = (await queue.getJob(id)) as Run | undefined;
  const state = await known?.getState();
  if (state === 'completed' || state === 'failed') await known!.remove();
  await queue.add(queue.name, data, { jobId: id });
};

interface Opened {
  readonly queue: Queue;
  readonly worker: Worker;
}

/** Told of a run that is not tried again. */
export type OnJobFailed = (queue: string) => void;

const open = (job: Job, connection: RedisClient, signal: AbortSignal, log: Logger, onFailed: OnJobFailed): Opened => {
  const { name, lockMs = lockMsByDefault } = job;
  const queue = openQueue(name, connection);
  const run = async (asked: Run, token?: string): Promise<unknown> => {
    try {
      return await job.run(signal, { data: asked.data, progress: percent => asked.updateProgress(percent) });
    } catch (error) {
      if (!(error instanceof JobInterruptedError)) throw error;
      await asked.moveToWait(token);
      throw new WaitingError();
    }
  };
  const worker = new Worker(name, run, {
    ...optionsOf(connection),
    concurrency: job.concurrency ?? 1,
    lockDuration: lockMs,
    stalledInterval: lockMs,
    maxStalledCount: stalledMax,
  });
  // While Redis is away requests tell of it, and the library tries again.
  const tell = (error: Error): void => {
    log[signal.aborted || toApiError(error) !== undefined ? 'debug' : 'error'](
      { err: error, job: name },
      'the job queue has trouble',
    );
  };
  queue.on('error', tell);
  worker.on('error', tell);
  worker.on('failed', (failed, error) => {
    log.error({ err: error, job: name, jobId: failed?.id, attempt: failed?.attemptsMade, attempts }, 'a job failed');
    // One that waits for its next try has not finished.
    if (failed?.finishedOn !== undefined) onFailed(name);
  });
  // At each connection: a Redis that lost its last second may have lost the schedule with it.
  connection.on('ready', () => {
    schedule(queue, job).catch(tell);
    connection.sadd(keys.jobNames, name).catch(tell);
  });
  return { queue, worker };
};

const depthsOf = async ({ queue }: Opened): Promise<RunCount[]> =>
  Object.entries(await queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized', 'failed', 'completed')).map(
    ([state, count]) => ({ queue: queue.name, state, count }),
  );

/** Puts jobs on their schedules and works on them from now on; does not wait for Redis. */
export const startJobQueues = (
  redisUrl: string,
  jobs: readonly Job[],
  log: Logger,
  onFailed: OnJobFailed = () => undefined,
): JobQueues => {
  const connection = connectQueue(redisUrl);
  const stopping = new AbortController();
  const opened = new Map(jobs.map(job => [job.name, open(job, connection.client, stopping.signal, log, onFailed)]));
  return {
    requestRun: (job, id, data) => requestRun(opened.get(job)!.queue, id, data),
    runCounts: async () => (await Promise.all([...opened.values()].map(depthsOf))).flat(),
    stop: async () => {
      stopping.abort();
      const closing = [...opened.values()].flatMap(({ queue, worker }) => [worker.close(), queue.close()]);
      // Without Redis nothing can be said to it.
      await withTimeout(Promise.all(closing), stopMs).catch((error: unknown) =>
        log.debug({ err: error }, 'the job queues were left'),
      );
      connection.disconnect();
    },
  };
};

export const startQueue = (redisUrl: string, job: Job, log: Logger): JobQueues => startJobQueues(redisUrl, [job], log);
