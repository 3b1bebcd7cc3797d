const firstDelayMs = 1_000;
const longestDelayMs = 60_000;

interface Wait {
  readonly untilMs: number;
  readonly delayMs: number;
}

/** Delays the next attempt for orders that could not be indexed, twice as long after each failure. */
export class RetryBackoff {
  readonly #waits = new Map<string, Wait>();

  get size(): number {
    return this.#waits.size;
  }

  isWaiting(id: string, nowMs: number): boolean {
    return (this.#waits.get(id)?.untilMs ?? 0) > nowMs;
  }

  /** Whether the last attempt failed. */
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

  /** Removes all ids that are not among `ids`: their orders have no dirty mark any more. */
  retainOnly(ids: ReadonlySet<string>): void {
    for (const id of this.#waits.keys()) if (!ids.has(id)) this.#waits.delete(id);
  }
}
