import type { Logger } from 'pino';
import type { RedisClient } from '../redis/connect.js';
import { probeWrites } from '../redis/probeWrites.js';
import { refusalCounts, type RefusalReason, refusalReasons, refusalTexts } from '../redis/writeRefusals.js';
import { keys } from '../store/keys.js';

interface Intervals {
  readonly checkMs: number;
  readonly reminderMs: number;
  /** A Redis near its memory limit refuses some writes: the refusal ends when there was none for so long. */
  readonly quietMs: number;
}

const defaultIntervals: Intervals = { checkMs: 1_000, reminderMs: 60_000, quietMs: 3_000 };

interface Refusal {
  readonly beganMs: number;
  seenMs: number;
  loggedMs: number;
}

export interface ReportedRefusal {
  readonly reason: RefusalReason;
  readonly message: string;
}

/**
 * Finds out whether Redis refuses writes, by what it answered to all threads of the process and by a probe, since a
 * server without changes would not notice. The log says why at the beginning, every minute, and when it is over.
 */
export class WriteMonitor {
  readonly #redis: RedisClient;
  readonly #log: Logger;
  readonly #intervals: Intervals;
  readonly #counts = refusalCounts();
  #lastCounts: readonly number[] = [...this.#counts];
  readonly #refusals = new Map<RefusalReason, Refusal>();
  readonly #timer: NodeJS.Timeout;
  #isProbing = false;

  constructor(redis: RedisClient, log: Logger, intervals = defaultIntervals) {
    this.#redis = redis;
    this.#log = log;
    this.#intervals = intervals;
    this.#timer = setInterval(() => void this.#check(), intervals.checkMs);
  }

  /** Why Redis refuses writes now; empty while it accepts them. */
  get refusals(): readonly ReportedRefusal[] {
    return [...this.#refusals.keys()].map(reason => ({
      reason,
      message: `Redis refuses writes: ${refusalTexts[reason]}.`,
    }));
  }

  /** Refused writes of this process since its start, by reason. */
  get counts(): readonly (readonly [RefusalReason, number])[] {
    return refusalReasons.map((reason, at) => [reason, this.#counts[at] ?? 0]);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    // Redis does not answer: whether it refuses writes is unknown, and requests report it.
    const probed = await probeWrites(this.#redis, keys.writeProbe).catch(() => undefined);
    this.#isProbing = false;
    const now = performance.now();
    const last = this.#lastCounts;
    this.#lastCounts = [...this.#counts];
    refusalReasons.forEach((reason, at) => {
      if (probed?.includes(reason) === true || this.#lastCounts[at] !== last[at]) this.#see(reason, now);
      else if (probed !== undefined) this.#endQuiet(reason, now);
    });
  }

  #see(reason: RefusalReason, now: number): void {
    const refusal = this.#refusals.get(reason) ?? { beganMs: now, seenMs: now, loggedMs: -Infinity };
    this.#refusals.set(reason, refusal);
    refusal.seenMs = now;
    if (now - refusal.loggedMs < this.#intervals.reminderMs) return;
    refusal.loggedMs = now;
    this.#log.error({ reason, seconds: secondsSince(refusal, now) }, `Redis refuses writes: ${refusalTexts[reason]}`);
  }

  #endQuiet(reason: RefusalReason, now: number): void {
    const refusal = this.#refusals.get(reason);
    if (refusal === undefined || now - refusal.seenMs < this.#intervals.quietMs) return;
    this.#refusals.delete(reason);
    this.#log.warn(
      { reason, seconds: secondsSince(refusal, now) },
      'Redis does not refuse writes for this reason any longer',
    );
  }
}

const secondsSince = ({ beganMs }: Refusal, now: number): number => Math.round((now - beganMs) / 1_000);
