/** Orders that could not be indexed: each is left alone for a while, longer each time. */
const firstMs = 1_000;
const longestMs = 60_000;

interface Rest {
  readonly untilMs: number;
  readonly delayMs: number;
}

export class RetryBackoff {
  readonly #rests = new Map<string, Rest>();

  get size(): number {
    return this.#rests.size;
  }

  isWaiting(id: string, nowMs: number): boolean {
    return (this.#rests.get(id)?.untilMs ?? 0) > nowMs;
  }

  recordFailure(id: string, nowMs: number): void {
    const delayMs = Math.min(2 * (this.#rests.get(id)?.delayMs ?? firstMs / 2), longestMs);
    this.#rests.set(id, { untilMs: nowMs + delayMs, delayMs });
  }

  delete(id: string): void {
    this.#rests.delete(id);
  }

  /** Forgets all others: they are marked no more. */
  retainOnly(ids: ReadonlySet<string>): void {
    for (const id of this.#rests.keys()) if (!ids.has(id)) this.#rests.delete(id);
  }
}
