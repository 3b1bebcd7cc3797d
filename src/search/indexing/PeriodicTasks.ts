import type { Logger } from 'pino';
import { isRedisUnavailable } from '../../base/redis/redisErrors.js';

export interface PeriodicTask {
  readonly name: string;
  /** Pause between the end of one run and the start of the next. */
  readonly everyMs: number;
  run(): Promise<void>;
}

/** Runs each task at once and then at its interval; a task never overlaps with itself. */
export class PeriodicTasks {
  readonly #log: Logger;
  readonly #timers = new Map<PeriodicTask, NodeJS.Timeout>();
  readonly #running = new Map<PeriodicTask, Promise<void>>();
  #isStopping = false;

  constructor(log: Logger, tasks: readonly PeriodicTask[]) {
    this.#log = log;
    for (const task of tasks) this.#start(task);
  }

  /** Waits for the runs in progress. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#running.values());
  }

  #start(task: PeriodicTask): void {
    this.#running.set(task, this.#run(task));
  }

  async #run(task: PeriodicTask): Promise<void> {
    try {
      await task.run();
    } catch (error) {
      this.#log[isRedisUnavailable(error) ? 'debug' : 'error']({ err: error, task: task.name }, 'periodic task failed');
    }
    if (this.#isStopping) return;
    this.#timers.set(
      task,
      setTimeout(() => this.#start(task), task.everyMs),
    );
  }
}

/** Runs periodic work of each project; a failure is logged with `failure` and ends the work of its project only. */
export const forEachProject = async (
  projectKeys: readonly string[],
  log: Logger,
  failure: string,
  run: (projectKey: string) => Promise<void>,
): Promise<void> => {
  for (const projectKey of projectKeys)
    try {
      await run(projectKey);
    } catch (error) {
      log[isRedisUnavailable(error) ? 'debug' : 'error']({ err: error, projectKey }, failure);
    }
};
