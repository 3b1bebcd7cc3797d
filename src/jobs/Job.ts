import { setTimeout } from 'node:timers/promises';

/** A job runs once in all processes of a deployment, on a schedule or on request. */
export interface Job {
  readonly name: string;
  /**
   * Interval of a scheduled job, of which one run at a time is active in all processes; absent: the job runs on
   * request.
   */
  readonly everyMs?: number;
  /** Runs on request that this process executes at once. */
  readonly concurrency?: number;
  /** Time after which another process takes over the run of a process that died. */
  readonly lockMs?: number;
  /**
   * Ends early when the signal says that the process stops. The next run continues the work, or another process does
   * when the run throws JobInterruptedError.
   */
  run(signal: AbortSignal, jobRun: JobRun): Promise<unknown>;
}

/** A job on a schedule; its runs have no data. */
export interface ScheduledJob extends Job {
  readonly everyMs: number;
  run(signal: AbortSignal): Promise<unknown>;
}

export interface JobRun {
  /** Data of the request. */
  readonly data: unknown;
  /** True if a process that died or stopped, or an attempt that failed, has started the run before. */
  readonly hasStartedBefore: boolean;
  /** Reports the progress of the run: percent, or counts where the total is unknown. */
  progress(done: number | Readonly<Record<string, number>>): Promise<void>;
}

/** A run that stopped with its process; another process continues it. */
export class JobInterruptedError extends Error {
  override readonly name = 'JobInterruptedError';
}

/** Gives way to requests between two steps; throws where the process stops. */
export const pauseJob = async (signal: AbortSignal, pauseMs: number): Promise<void> => {
  if (signal.aborted) throw new JobInterruptedError();
  await setTimeout(pauseMs);
};
