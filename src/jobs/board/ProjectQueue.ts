/** A queue of the deployment as one project may see it: its own jobs, that and when those for all projects ran, and nothing to change. */
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import type { JobCounts, JobStatus, QueueMetrics } from '@bull-board/api/typings/app';
import type { Job, Queue } from 'bullmq';

/** Jobs of one status that are looked through, newest first: a page is no reason to read all there are. */
const jobsMax = 500;

export class ProjectQueue extends BullMQAdapter {
  /** Read once for each answer: counts and jobs come from the same. */
  readonly #read = new Map<JobStatus, Promise<Job[]>>();

  constructor(
    private readonly all: Queue,
    private readonly projectKey: string,
    private readonly isShared: boolean,
  ) {
    super(all, { readOnlyMode: true, allowRetries: false });
  }

  #isOwn(job: Job | undefined): job is Job {
    return (
      job !== undefined &&
      (this.isShared || (job.data as { readonly projectKey?: unknown } | undefined)?.projectKey === this.projectKey)
    );
  }

  async #load(status: JobStatus): Promise<Job[]> {
    // The library has no such state any more.
    if (status === 'paused') return [];
    const jobs = (await this.all.getJobs([status], 0, jobsMax - 1)).filter(job => this.#isOwn(job));
    return jobs.map(job => this.#shown(job));
  }

  /** Where in the program it failed is nothing for those who use it; nor is what a run did for others, or failed at. */
  #shown(job: Job): Job {
    job.stacktrace = [];
    if (!this.isShared) return job;
    job.data = {};
    job.returnvalue = null;
    job.progress = 0;
    if (job.failedReason) job.failedReason = 'The run failed; whoever runs the service finds the reason in its log.';
    return job;
  }

  #own(status: JobStatus): Promise<Job[]> {
    const known = this.#read.get(status) ?? this.#load(status);
    this.#read.set(status, known);
    return known;
  }

  override async getJobs(statuses: JobStatus[], start = 0, end = -1): Promise<Job[]> {
    const found = await Promise.all(statuses.map(status => this.#own(status)));
    return found.flatMap(jobs => jobs.slice(start, end === -1 ? undefined : end + 1));
  }

  override async getJobCounts(): Promise<JobCounts> {
    const counts = await Promise.all(
      this.getJobStatuses().map(async status => [status, (await this.#own(status)).length] as const),
    );
    return Object.fromEntries(counts) as JobCounts;
  }

  override async getJob(id: string): Promise<Job | undefined> {
    const job = (await this.all.getJob(id)) as Job | undefined;
    return this.#isOwn(job) ? this.#shown(job) : undefined;
  }

  override async getJobLogs(id: string): Promise<string[]> {
    return this.isShared || (await this.getJob(id)) === undefined ? [] : super.getJobLogs(id);
  }

  // What follows tells of the deployment and its other projects.
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
