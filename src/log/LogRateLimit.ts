/** Limits the log lines of one kind per second: under overload a line for every slow request would add to the load. */
export class LogRateLimit {
  #secondStartMs = -Infinity;
  #passed = 0;
  #suppressed = 0;

  constructor(private readonly perSecondMax: number) {}

  /** Returns how many lines were suppressed since the last one that passed; undefined for a line to suppress. */
  pass(nowMs: number): number | undefined {
    if (nowMs - this.#secondStartMs >= 1_000) {
      this.#secondStartMs = nowMs;
      this.#passed = 0;
    }
    if (this.#passed >= this.perSecondMax) {
      this.#suppressed++;
      return undefined;
    }
    this.#passed++;
    const suppressed = this.#suppressed;
    this.#suppressed = 0;
    return suppressed;
  }
}
