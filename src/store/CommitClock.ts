/**
 * The times of commits, as one thread gives them to the commits that it sends to one master.
 *
 * They follow the clock of Redis, which each answer of lua/commit/commit.lua tells, and never that of the process: two
 * processes whose clocks differ would let a reader see a time before an older one. The script refuses a time that is
 * older than the last commit of the project, and answers with its time; the commit is sent again with a later one.
 */
import { LRUCache } from 'lru-cache';
import { entryLimit, cachedProjectsMax } from '../base/memory/ReadCache.js';

/** The steps of a project's commit counter in each millisecond (COUNTS_PER_MS in lua/commit/commit.lua). */
const countsPerMs = 1_024;

/** The time of the last commit of a project, by the counter of its commits. */
export const timeOfCount = (count: string): number => Math.floor(Number(count) / countsPerMs);

/** The time for which an answer tells the clock of Redis, which is set now and then, also back. */
const windowMs = 10_000;
/** The speed of a project's times while they are ahead of the clock of Redis, which was set back. */
const aheadRate = 0.5;

interface TimeAt {
  readonly timeMs: number;
  readonly atMs: number;
}

export class CommitClock {
  /** The clock of Redis minus that of the thread; each value is too low, since an answer is read after it was given. */
  #difference = -Infinity;
  #differenceBefore = -Infinity;
  #windowEndMs = -Infinity;
  /** Projects whose last commit is ahead of the clock of Redis, by the clock of this thread. */
  readonly #ahead = new LRUCache<string, TimeAt>(entryLimit(cachedProjectsMax));

  /** Reads the clock of the thread by default, which never jumps. */
  constructor(private readonly readMs: () => number = () => performance.now()) {}

  /** Takes the time of Redis from an answer that is read now. */
  learn(microseconds: number): void {
    const nowMs = this.readMs();
    if (nowMs >= this.#windowEndMs) {
      this.#differenceBefore = this.#difference;
      this.#difference = -Infinity;
      this.#windowEndMs = nowMs + windowMs;
    }
    this.#difference = Math.max(this.#difference, microseconds / 1_000 - nowMs);
  }

  /** Takes the time of a project's last commit. */
  follow(projectKey: string, timeMs: number): void {
    if (timeMs > this.timeOf(projectKey)) this.#ahead.set(projectKey, { timeMs, atMs: this.readMs() });
  }

  /** The time of the next commit of a project, in milliseconds; 0 before the first answer. */
  timeOf(projectKey: string): number {
    const nowMs = this.readMs();
    const clockMs = Math.max(0, Math.floor(nowMs + Math.max(this.#difference, this.#differenceBefore)));
    const ahead = this.#ahead.get(projectKey);
    if (ahead === undefined) return clockMs;
    const aheadMs = ahead.timeMs + Math.floor((nowMs - ahead.atMs) * aheadRate);
    if (aheadMs > clockMs) return aheadMs;
    this.#ahead.delete(projectKey);
    return clockMs;
  }
}
