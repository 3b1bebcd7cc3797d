import type { Logger } from 'pino';
import { abortable, shutdownBudget, withTimeout } from '../../base/lifecycle/timeouts.js';

/** Stops one part of the server; `leftMs` is the time that it may take. */
export type ShutdownStep = (leftMs: number) => Promise<void> | void;

export interface StepOptions {
  /** Counts from the start of the shutdown. */
  readonly deadlineMs?: number;
  /** The step ends another process, so it also runs in a shutdown that is hastened. */
  readonly endsProcess?: boolean;
}

interface AddedStep extends Required<StepOptions> {
  readonly step: ShutdownStep;
}

/**
 * Stops the parts of a server in the reverse order of their start, all within one time budget. A step that fails or
 * takes too long does not keep the others from running.
 */
export class Shutdown {
  readonly #steps: AddedStep[] = [];
  readonly #requested = new AbortController();
  readonly #hastened = new AbortController();
  #running: Promise<void> | undefined;

  constructor(private readonly log: Logger) {}

  /** Aborted when the server is to stop: a start in progress ends with its reason. */
  get requested(): AbortSignal {
    return this.#requested.signal;
  }

  /** Aborted when the shutdown should take no more time. */
  get hastened(): AbortSignal {
    return this.#hastened.signal;
  }

  /** Adds the step of a part that was just started. */
  add(
    step: ShutdownStep,
    { deadlineMs = shutdownBudget.serverStopsByMs, endsProcess = false }: StepOptions = {},
  ): void {
    this.#steps.push({ step, deadlineMs, endsProcess });
  }

  /** Ends a start in progress; the steps run when `run` is called. */
  request(): void {
    this.#requested.abort(new Error('the server was stopped while it started'));
  }

  /** Skips the steps that are left, except those that end another process: the end of this process ends its parts. */
  hasten(): void {
    this.#hastened.abort(new Error('the shutdown was hastened'));
  }

  /** Runs every step once, however often it is called; never rejects. */
  run(): Promise<void> {
    this.request();
    return (this.#running ??= this.#runSteps());
  }

  /** Ends the process when a start, which may still be in progress, and the shutdown are done; at the latest in a time. */
  async exit(starting: Promise<unknown>, limitMs: number): Promise<void> {
    setTimeout(() => process.exit(1), limitMs).unref();
    this.request();
    // A failed start is reported where it is awaited.
    await starting.catch(() => undefined);
    await this.run();
    process.exit(0);
  }

  async #runSteps(): Promise<void> {
    const startMs = performance.now();
    for (const { step, deadlineMs, endsProcess } of this.#steps.reverse()) {
      if (this.hastened.aborted && !endsProcess) continue;
      const leftMs = Math.max(deadlineMs - (performance.now() - startMs), 0);
      const running = withTimeout((async () => step(leftMs))(), leftMs);
      await (endsProcess ? running : abortable(running, this.hastened)).catch((error: unknown) => {
        if (error !== this.hastened.reason) this.log.warn({ err: error }, 'a part of the server failed to stop');
      });
    }
  }
}
