import type { DirtyMark } from '../SearchStates.js';

/** Gives the batches of one project that are in progress at the same time different marks. */
export class MarkClaims {
  readonly #claimedIds = new Set<string>();
  #reading: Promise<unknown> = Promise.resolve();

  /** Reads marks, and claims at most `max` of those that no other batch has. */
  claim(read: () => Promise<readonly DirtyMark[]>, max: number): Promise<readonly DirtyMark[]> {
    const claiming = this.#reading.then(async () => {
      const marks = (await read()).filter(({ id }) => !this.#claimedIds.has(id)).slice(0, max);
      for (const { id } of marks) this.#claimedIds.add(id);
      return marks;
    });
    // The caller that claims gets the error; the others only wait for the end.
    this.#reading = claiming.catch(() => undefined);
    return claiming;
  }

  /** Ends the claims of a batch, after a read that may have begun before the batch deleted its marks. */
  async release(marks: readonly DirtyMark[]): Promise<void> {
    await this.#reading;
    for (const { id } of marks) this.#claimedIds.delete(id);
  }
}

const firstDelayMs = 1_000;
const longestDelayMs = 60_000;

interface Wait {
  readonly untilMs: number;
  readonly delayMs: number;
}

/** Delays the next attempt for resources that could not be indexed, twice as long after each failure. */
export class RetryBackoff {
  readonly #waits = new Map<string, Wait>();

  get size(): number {
    return this.#waits.size;
  }

  isWaiting(id: string, nowMs: number): boolean {
    return (this.#waits.get(id)?.untilMs ?? 0) > nowMs;
  }

  hasFailed(id: string): boolean {
    return this.#waits.has(id);
  }

  recordFailure(id: string, nowMs: number): void {
    const delayMs = Math.min(2 * (this.#waits.get(id)?.delayMs ?? firstDelayMs / 2), longestDelayMs);
    this.#waits.set(id, { untilMs: nowMs + delayMs, delayMs });
  }

  delete(id: string): void {
    this.#waits.delete(id);
  }

  /** Removes all ids that are not among `ids`: their resources have no dirty mark any more. */
  retainOnly(ids: ReadonlySet<string>): void {
    for (const id of this.#waits.keys()) if (!ids.has(id)) this.#waits.delete(id);
  }
}
