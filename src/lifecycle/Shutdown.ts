import type { Logger } from 'pino';
import { shutdownBudget } from './shutdownBudget.js';
import { withTimeout } from './withTimeout.js';

/** Stops one part of the server; `leftMs` is the time that it may take. */
export type ShutdownStep = (leftMs: number) => Promise<void> | void;

/**
 * Stops the parts of a server in the reverse order of their start, all within one time budget. A step that fails or
 * takes too long does not keep the others from running.
 */
export class Shutdown {
  readonly #steps: { readonly step: ShutdownStep; readonly deadlineMs: number }[] = [];
  #running: Promise<void> | undefined;

  constructor(private readonly log: Logger) {}

  /** Adds the step of a part that was just started; `deadlineMs` counts from the start of the shutdown. */
  add(step: ShutdownStep, deadlineMs: number = shutdownBudget.serverStopsByMs): void {
    this.#steps.push({ step, deadlineMs });
  }

  /** Runs every step once, however often it is called; never rejects. */
  run(): Promise<void> {
    return (this.#running ??= this.#runSteps());
  }

  async #runSteps(): Promise<void> {
    const startMs = performance.now();
    for (const { step, deadlineMs } of this.#steps.reverse()) {
      const leftMs = Math.max(deadlineMs - (performance.now() - startMs), 0);
      await withTimeout((async () => step(leftMs))(), leftMs).catch((error: unknown) =>
        this.log.warn({ err: error }, 'a part of the server failed to stop'),
      );
    }
  }
}
