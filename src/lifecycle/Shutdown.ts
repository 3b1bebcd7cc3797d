/** What was started, to be taken down again: the last first, all within one time, and none left out since another failed. */
import type { Logger } from 'pino';
import { shutdownBudget } from './shutdownBudget.js';
import { withTimeout } from './withTimeout.js';

/** Is told how long it may take; nobody waits longer. */
export type Step = (leftMs: number) => Promise<void> | void;

export interface Shutdown {
  /** `byMs`: when it is to be done at the latest, since the stop began. */
  push(step: Step, byMs?: number): void;
  /** Runs every step once, however often it is called; never rejects. */
  run(): Promise<void>;
}

export const createShutdown = (log: Logger): Shutdown => {
  const steps: { readonly step: Step; readonly byMs: number }[] = [];
  let running: Promise<void> | undefined;

  const runAll = async (): Promise<void> => {
    const startMs = performance.now();
    for (const { step, byMs } of steps.reverse()) {
      const leftMs = Math.max(byMs - (performance.now() - startMs), 0);
      await withTimeout((async () => step(leftMs))(), leftMs).catch((error: unknown) =>
        log.warn({ err: error }, 'a part of the server did not stop as it should'),
      );
    }
  };

  return {
    push: (step, byMs = shutdownBudget.serverStopsByMs) => {
      steps.push({ step, byMs });
    },
    run: () => (running ??= runAll()),
  };
};
