import type { Logger } from 'pino';

export interface ConditionIntervals {
  readonly reminderMs: number;
  /** A condition is over when it was not seen for so long. */
  readonly quietMs: number;
}

/** A line of the log; the seconds that the condition lasts are added. */
export interface ConditionLine {
  readonly message: string;
  readonly fields?: object;
  readonly level?: 'error' | 'warn';
}

interface Condition {
  readonly beganMs: number;
  seenMs: number;
  loggedMs: number;
}

/** Conditions that last, such as a server that is away: each is logged when it begins, every minute, and at its end. */
export class LastingConditions<Key extends string> {
  readonly #log: Logger;
  readonly #intervals: ConditionIntervals;
  readonly #conditions = new Map<Key, Condition>();

  constructor(log: Logger, intervals: ConditionIntervals) {
    this.#log = log;
    this.#intervals = intervals;
  }

  get keys(): readonly Key[] {
    return [...this.#conditions.keys()];
  }

  has(key: Key): boolean {
    return this.#conditions.has(key);
  }

  /**
   * Notes that the condition holds now; `describe` is called for a line that is due. The first line comes where the
   * condition lasts for `afterMs`; a shorter one has no line.
   */
  see(key: Key, describe: () => ConditionLine, afterMs = 0): void {
    const now = performance.now();
    const condition = this.#conditions.get(key) ?? { beganMs: now, seenMs: now, loggedMs: -Infinity };
    this.#conditions.set(key, condition);
    condition.seenMs = now;
    if (now - condition.beganMs < afterMs || now - condition.loggedMs < this.#intervals.reminderMs) return;
    condition.loggedMs = now;
    this.#write(condition, { level: 'error', ...describe() });
  }

  /** Notes that the condition does not hold now; it ends where it has not been seen for long enough. */
  miss(key: Key, describeEnd: () => ConditionLine): void {
    const condition = this.#conditions.get(key);
    if (condition === undefined || performance.now() - condition.seenMs < this.#intervals.quietMs) return;
    this.#conditions.delete(key);
    if (condition.loggedMs > -Infinity) this.#write(condition, { level: 'warn', ...describeEnd() });
  }

  #write({ beganMs }: Condition, { level = 'error', message, fields }: ConditionLine): void {
    this.#log[level]({ ...fields, seconds: Math.round((performance.now() - beganMs) / 1_000) }, message);
  }
}
