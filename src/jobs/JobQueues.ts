import type { Logger } from 'pino';
import { withTimeout } from '../base/lifecycle/timeouts.js';
import { connectQueue } from '../base/redis/connect.js';
import type { ServiceOptions } from '../services/ServiceOptions.js';
import type { Job } from './Job.js';
import { JobWorker, type OnJobFailed, type RunCount } from './JobWorker.js';
import { requestRun } from './requestRun.js';

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
