import { setTimeout } from 'node:timers/promises';
import { WaitingError, Worker, type Job as BullJob, type Queue } from 'bullmq';
import type { Logger } from 'pino';
import { type RedisClient, connectQueue } from '../base/redis/connect.js';
import { toApiError } from '../base/redis/redisErrors.js';
import { keys } from '../store/keys.js';
import { type Job, JobInterruptedError } from './Job.js';
import { openQueue, queueConnection, requestRun } from './openQueue.js';
import { withTimeout } from '../base/lifecycle/timeouts.js';
import type { ServiceOptions } from '../services/ServiceOptions.js';

/** Runs of a queue in one state. */
export interface RunCount {
  readonly queue: string;
  readonly state: string;
  readonly count: number;
}

/** Is called when a run failed and is not retried. */
export type OnJobFailed = (queue: string) => void;

const defaultLockMs = 30_000;
const registerAgainMs = 1_000;
const scheduleCheckMsMax = 60_000;
/** High, because a run is taken over each time its process dies, which is no failure of the run. */
const maxStalledCount = 1_000;

interface JobWorkerOptions {
  readonly job: Job;
  readonly connection: RedisClient;
  /** Is aborted when the process stops. */
  readonly signal: AbortSignal;
  readonly log: Logger;
  readonly onFailed: OnJobFailed;
}

/** The queue of one job with the worker of this process. */
class JobWorker {
  readonly queue: Queue;
  readonly #worker: Worker;
  readonly #options: JobWorkerOptions;

  constructor(options: JobWorkerOptions) {
    const { job, connection } = options;
    const { name, lockMs = defaultLockMs } = job;
    this.#options = options;
    this.queue = openQueue(name, connection);
    this.#worker = new Worker(name, (run, token) => this.#run(run, token), {
      ...queueConnection(connection),
      concurrency: job.concurrency ?? 1,
      lockDuration: lockMs,
      stalledInterval: lockMs,
      maxStalledCount,
    });
    this.queue.on('error', error => this.#logError(error));
    this.#worker.on('error', error => this.#logError(error));
    this.#worker.on('failed', (run, error) => this.#recordFailure(run, error));
    // The schedule is registered at each connection: a Redis that lost its last second of writes may have lost it.
    connection.on('ready', () => void this.#register(connection));
    if (job.everyMs !== undefined) this.#keepScheduled(job.everyMs, connection);
  }

  async runCounts(): Promise<RunCount[]> {
    const counts = await this.queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized', 'failed', 'completed');
    return Object.entries(counts).map(([state, count]) => ({ queue: this.queue.name, state, count }));
  }

  async close(): Promise<void> {
    await Promise.all([this.#worker.close(), this.queue.close()]);
  }

  async #run(run: BullJob, token?: string): Promise<unknown> {
    const { job, signal } = this.#options;
    try {
      return await job.run(signal, {
        data: run.data,
        hasStartedBefore: run.attemptsStarted > 1,
        progress: done => run.updateProgress(done),
      });
    } catch (error) {
      if (!(error instanceof JobInterruptedError)) throw error;
      await run.moveToWait(token);
      throw new WaitingError();
    }
  }

  /** Tries again where Redis refuses writes for a while: nothing else would schedule the job before the next start. */
  async #register(connection: JobWorkerOptions['connection']): Promise<void> {
    const { job, signal } = this.#options;
    while (!signal.aborted) {
      try {
        await Promise.all([this.#schedule(), connection.sadd(keys.jobNames, job.name)]);
        return;
      } catch (error) {
        this.#logError(error as Error);
        // It rejects when the worker stops.
        await setTimeout(registerAgainMs, undefined, { signal, ref: false }).catch(() => undefined);
      }
    }
  }

  /** Checks the schedule at intervals: a clock that was ahead may have put the next run a year away. */
  #keepScheduled(everyMs: number, connection: JobWorkerOptions['connection']): void {
    const { signal } = this.#options;
    const check = async (): Promise<void> => {
      if (connection.status === 'ready' && !(await this.#isScheduled(everyMs))) await this.#schedule();
    };
    const timer = setInterval(
      () => {
        // A listener of each job on the one signal would exceed the number that Node expects.
        if (signal.aborted) clearInterval(timer);
        else check().catch((error: unknown) => this.#logError(error as Error));
      },
      Math.min(everyMs, scheduleCheckMsMax),
    );
    timer.unref();
  }

  /** Tells whether the next run is no further away than its interval. */
  async #isScheduled(everyMs: number): Promise<boolean> {
    const scheduler = await this.queue.getJobScheduler(this.#options.job.name);
    return scheduler?.next !== undefined && scheduler.next <= Date.now() + 2 * everyMs;
  }

  /**
   * Schedules one run at a time in all processes, even when a run takes longer than the interval. An existing schedule
   * is kept, unless its next run is further away than the interval.
   */
  async #schedule(): Promise<void> {
    const { name, everyMs } = this.#options.job;
    if (everyMs === undefined) return;
    await this.queue.setGlobalConcurrency(1);
    if (!(await this.#isScheduled(everyMs))) await this.queue.removeJobScheduler(name);
    await this.queue.upsertJobScheduler(name, { every: everyMs }, { name });
  }

  /** Logs at debug level while Redis is unavailable: requests report that, and the library retries. */
  #logError(error: Error): void {
    const { job, signal, log } = this.#options;
    const isExpected = signal.aborted || toApiError(error) !== undefined;
    log[isExpected ? 'debug' : 'error']({ err: error, job: job.name }, 'job queue error');
  }

  #recordFailure(run: BullJob | undefined, error: Error): void {
    const { job, log, onFailed } = this.#options;
    log.error(
      { err: error, job: job.name, jobId: run?.id, attempt: run?.attemptsMade, attempts: run?.opts.attempts },
      'job failed',
    );
    // A run that will be retried has not finished.
    if (run?.finishedOn !== undefined) onFailed(job.name);
  }
}

const stopMs = 2_000;

export type JobConnection = Pick<ServiceOptions, 'redisUrl'> & Partial<Pick<ServiceOptions, 'redisTls'>>;

/**
 * The job queues with the workers of this process. BullMQ keeps schedules and runs in Redis; when a process dies during
 * a run, its lock expires and another process continues.
 */
export class JobQueues {
  readonly #log: Logger;
  readonly #connection: ReturnType<typeof connectQueue>;
  readonly #stopping = new AbortController();
  readonly #workers: ReadonlyMap<string, JobWorker>;

  /** Schedules the jobs and works on them from now on; does not wait for Redis. */
  constructor(
    { redisUrl, redisTls }: JobConnection,
    jobs: readonly Job[],
    log: Logger,
    onFailed: OnJobFailed = () => undefined,
  ) {
    this.#log = log;
    this.#connection = connectQueue(redisUrl, redisTls);
    const { client: connection } = this.#connection;
    const { signal } = this.#stopping;
    this.#workers = new Map(
      jobs.map(job => [job.name, new JobWorker({ job, connection, signal, log, onFailed })] as const),
    );
  }

  /** Requests a run of a job, as `requestRun` does. */
  async requestRun(jobName: string, id: string, data: object): Promise<void> {
    const worker = this.#workers.get(jobName);
    if (worker === undefined) throw new Error(`this process has no job queue '${jobName}'`);
    await requestRun(worker.queue, id, data);
  }

  /** Counts the runs of each queue by state, of the whole deployment. */
  async runCounts(): Promise<readonly RunCount[]> {
    return (await Promise.all([...this.#workers.values()].map(worker => worker.runCounts()))).flat();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    const closing = Promise.all([...this.#workers.values()].map(worker => worker.close()));
    // Closing waits for Redis, which may be unavailable.
    await withTimeout(closing, stopMs).catch((error: unknown) =>
      this.#log.debug({ err: error }, 'job queues did not close in time'),
    );
    this.#connection.disconnect();
  }
}
