import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { JobCounts, JobStatus, QueueMetrics } from '@bull-board/api/typings/app';
import type { Job, Queue } from 'bullmq';

/** Newest jobs of one status that are read for a page. */
const jobsMax = 500;

/**
 * A queue as one project may see it, read-only: the project's own runs, or the times at which the runs for all projects
 * ran.
 */
export class ProjectQueue extends BullMQAdapter {
  /** Each status is read once per request, so that counts and jobs agree. */
  readonly #jobsByStatus = new Map<JobStatus, Promise<Job[]>>();

  constructor(
    private readonly bullQueue: Queue,
    private readonly projectKey: string,
    private readonly isShared: boolean,
  ) {
    super(bullQueue, { readOnlyMode: true, allowRetries: false });
  }

  #isVisible(job: Job | undefined): job is Job {
    return (
      job !== undefined &&
      (this.isShared || (job.data as { readonly projectKey?: unknown } | undefined)?.projectKey === this.projectKey)
    );
  }

  async #load(status: JobStatus): Promise<Job[]> {
    // The page still asks for this state, which BullMQ no longer has.
    if (status === 'paused') return [];
    const jobs = (await this.bullQueue.getJobs([status], 0, jobsMax - 1)).filter(job => this.#isVisible(job));
    return jobs.map(job => this.#redact(job));
  }

  /** Removes stack traces, and from shared runs everything about other projects. */
  #redact(job: Job): Job {
    job.stacktrace = [];
    if (!this.isShared) return job;
    job.data = {};
    job.returnvalue = null;
    job.progress = 0;
    if (job.failedReason) job.failedReason = 'The run failed. The log of the server has the reason.';
    return job;
  }

  #readJobs(status: JobStatus): Promise<Job[]> {
    const jobs = this.#jobsByStatus.get(status) ?? this.#load(status);
    this.#jobsByStatus.set(status, jobs);
    return jobs;
  }

  override async getJobs(statuses: JobStatus[], start = 0, end = -1): Promise<Job[]> {
    const found = await Promise.all(statuses.map(status => this.#readJobs(status)));
    return found.flatMap(jobs => jobs.slice(start, end === -1 ? undefined : end + 1));
  }

  override async getJobCounts(): Promise<JobCounts> {
    const counts = await Promise.all(
      this.getJobStatuses().map(async status => [status, (await this.#readJobs(status)).length] as const),
    );
    return Object.fromEntries(counts) as JobCounts;
  }

  override async getJob(id: string): Promise<Job | undefined> {
    const job = (await this.bullQueue.getJob(id)) as Job | undefined;
    return this.#isVisible(job) ? this.#redact(job) : undefined;
  }

  override async getJobLogs(id: string): Promise<string[]> {
    return this.isShared || (await this.getJob(id)) === undefined ? [] : super.getJobLogs(id);
  }

  // These would reveal the deployment and its other projects.
  override async getRedisInfo(): Promise<null> {
    return null;
  }
  override async getWorkers(): Promise<null> {
    return null;
  }
  override async getFlowProducer(): Promise<null> {
    return null;
  }
  override async getMetrics(): Promise<QueueMetrics> {
    return { meta: { count: 0, prevTS: 0, prevCount: 0 }, data: [], count: 0 };
  }
}
