import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { abortable } from '../lifecycle/timeouts.js';

const pollMs = 500;
const reminderMs = 30_000;

/** Tells what a start waits for: in the log at once and then at intervals, and in `/readyz` meanwhile. */
export class StartWait {
  #reason: string | undefined = 'The server is starting.';

  constructor(
    private readonly log: Logger,
    /** Ends the wait; it then rejects. */
    private readonly signal: AbortSignal,
  ) {}

  /** Says why the server is not ready yet; undefined when the start is over. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** Calls `attempt` until it resolves to no reason. */
  async until(attempt: () => Promise<string | undefined>): Promise<void> {
    for (let loggedMs = -Infinity, isWaiting = false; ; isWaiting = true) {
      const reason = await abortable(attempt(), this.signal);
      if (reason === undefined) {
        if (isWaiting) this.log.info('the start goes on');
        this.#reason = undefined;
        return;
      }
      this.#reason = `The start waits: ${reason}`;
      if (performance.now() - loggedMs >= reminderMs) {
        loggedMs = performance.now();
        this.log.warn(`the start waits: ${reason}`);
      }
      await abortable(setTimeout(pollMs), this.signal);
    }
  }
}
