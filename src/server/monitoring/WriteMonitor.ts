import type { Logger } from 'pino';
import type { RedisClient } from '../../base/redis/connect.js';
import { probeWrites } from '../../base/redis/serverChecks.js';
import { refusalCounts, type RefusalReason, refusalTexts } from '../../base/redis/redisErrors.js';
import { keys } from '../../store/keys.js';
import { type ConditionIntervals, LastingConditions } from './LastingConditions.js';

interface Intervals extends ConditionIntervals {
  readonly checkMs: number;
}

/** A Redis near its memory limit refuses some writes: the refusal ends when there was none for a while. */
const defaultIntervals: Intervals = { checkMs: 1_000, reminderMs: 60_000, quietMs: 3_000 };

export interface ReportedRefusal {
  readonly reason: RefusalReason;
  readonly message: string;
}

/**
 * Finds out whether Redis refuses writes, from its answers to all threads of the process and by a probe, since a server
 * without changes would not notice. The log says why at the beginning, every minute, and when it is over.
 */
export class WriteMonitor {
  readonly #redis: RedisClient;
  readonly #refusals: LastingConditions<RefusalReason>;
  #lastCounts = refusalCounts.entries();
  readonly #timer: NodeJS.Timeout;
  #isProbing = false;

  constructor(redis: RedisClient, log: Logger, intervals = defaultIntervals) {
    this.#redis = redis;
    this.#refusals = new LastingConditions(log, intervals);
    this.#timer = setInterval(() => void this.#check(), intervals.checkMs);
  }

  /** The reasons why Redis refuses writes now; empty while it accepts them. */
  get refusals(): readonly ReportedRefusal[] {
    return this.#refusals.keys.map(reason => ({ reason, message: `Redis refuses writes: ${refusalTexts[reason]}.` }));
  }

  /** Refused writes of this process since its start, by reason. */
  get counts(): readonly (readonly [RefusalReason, number])[] {
    return refusalCounts.entries();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #check(): Promise<void> {
    if (this.#isProbing) return;
    this.#isProbing = true;
    // Redis does not answer: whether it refuses writes is unknown, and RedisMonitor reports it.
    const probed = await probeWrites(this.#redis, keys.writeProbe).catch(() => undefined);
    this.#isProbing = false;
    const last = this.#lastCounts;
    this.#lastCounts = refusalCounts.entries();
    this.#lastCounts.forEach(([reason, count], at) => {
      if (probed?.includes(reason) === true || count !== last[at]?.[1])
        this.#refusals.see(reason, () => ({
          message: `Redis refuses writes: ${refusalTexts[reason]}`,
          fields: { reason },
        }));
      else if (probed !== undefined)
        this.#refusals.miss(reason, () => ({
          message: 'Redis does not refuse writes for this reason any longer',
          fields: { reason },
        }));
    });
  }
}
