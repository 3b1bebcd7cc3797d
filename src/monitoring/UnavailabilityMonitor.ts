import type { Logger } from 'pino';
import { type Unavailability, unavailabilityTexts, unavailableCounts } from '../errors/UnavailableError.js';
import { type ConditionIntervals, LastingConditions } from './LastingConditions.js';

interface Intervals extends ConditionIntervals {
  readonly checkMs: number;
}

const defaultIntervals: Intervals = { checkMs: 1_000, reminderMs: 60_000, quietMs: 5_000 };

/** Says in the log why requests get a 503, and how many, when it begins, every minute, and when it is over. */
export class UnavailabilityMonitor {
  readonly #reasons: LastingConditions<Unavailability>;
  readonly #timer: NodeJS.Timeout;
  #last = new Map(unavailableCounts.entries());
  /** The counts when each reason began. */
  readonly #atBegin = new Map<Unavailability, number>();

  constructor(log: Logger, intervals = defaultIntervals) {
    this.#reasons = new LastingConditions(log, intervals);
    this.#timer = setInterval(() => this.#check(), intervals.checkMs);
  }

  /** Responses of the process since its start, by reason. */
  get counts(): readonly (readonly [Unavailability, number])[] {
    return unavailableCounts.entries();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    for (const [reason, count] of unavailableCounts.entries()) {
      const last = this.#last.get(reason) ?? 0;
      if (!this.#reasons.has(reason)) this.#atBegin.set(reason, last);
      const fields = { reason, count: count - (this.#atBegin.get(reason) ?? 0) };
      if (count > last)
        this.#reasons.see(reason, () => ({ message: `requests get 503: ${unavailabilityTexts[reason]}`, fields }));
      else this.#reasons.miss(reason, () => ({ message: `requests get no 503 for this reason any longer`, fields }));
    }
    this.#last = new Map(unavailableCounts.entries());
  }
}
