import { limits } from '../config/limits.js';
import { fail } from '../errors/ApiError.js';
import { threadCpuMs } from './threadCpuMs.js';

/** Clock time before which the processor time is not asked for: most work ends before. */
const uncheckedMs = 10;

/** The parts of a budget that tests replace. */
export interface WorkBudgetOptions {
  readonly msMax?: number;
  /** Steps between two looks at the clock. */
  readonly stepsPerCheck?: number;
  readonly cpuMs?: () => number;
}

/**
 * Ends work that would keep a thread from all other requests. The work reports its steps; a step is so little that
 * `stepsPerCheck` of them take about a millisecond. Time of the processor counts, so that a busy machine refuses nothing
 * that it would serve when idle.
 */
export class WorkBudget {
  readonly #startMs = performance.now();
  readonly #msMax: number;
  readonly #stepsPerCheck: number;
  readonly #cpuMs: () => number;
  #stepsLeft: number;
  #cpuStartMs: number | undefined;

  /** `work` is the subject of the refusal, `advice` its second sentence. */
  constructor(
    private readonly work: string,
    private readonly advice: string,
    { msMax = limits.synchronousMsMax, stepsPerCheck = 1, cpuMs = threadCpuMs }: WorkBudgetOptions = {},
  ) {
    this.#msMax = msMax;
    this.#stepsPerCheck = stepsPerCheck;
    this.#cpuMs = cpuMs;
    this.#stepsLeft = stepsPerCheck;
  }

  /** Throws InvalidOperation once the work has taken too long. */
  spend(steps = 1): void {
    this.#stepsLeft -= steps;
    if (this.#stepsLeft > 0) return;
    this.#stepsLeft = this.#stepsPerCheck;
    if (performance.now() - this.#startMs > uncheckedMs) this.#check();
  }

  #check(): void {
    const ms = this.#cpuMs();
    this.#cpuStartMs ??= ms - uncheckedMs;
    if (ms - this.#cpuStartMs > this.#msMax)
      throw fail('InvalidOperation', {
        message: `${this.work} takes more than ${this.#msMax} ms of processor time. ${this.advice}`,
      });
  }
}
