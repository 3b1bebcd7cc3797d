import type { Logger } from 'pino';
import type { SharedCounts } from '../../base/memory/SharedCounts.js';
import { type ConditionIntervals, type ConditionLine, LastingConditions } from './LastingConditions.js';

interface Intervals extends ConditionIntervals {
  readonly checkMs: number;
}

const defaultIntervals: Intervals = { checkMs: 1_000, reminderMs: 60_000, quietMs: 5_000 };

/** The lines of a count; how much it has grown since it began to grow is added. */
interface CountLines<Name extends string> {
  readonly begin: (name: Name) => ConditionLine;
  readonly end: (name: Name) => ConditionLine;
}

/** Says in the log which counts of the process grow, and by how much, at the begin, every minute, and at the end. */
export class CountMonitor<Name extends string> {
  readonly #counts: SharedCounts<Name>;
  readonly #lines: CountLines<Name>;
  readonly #growing: LastingConditions<Name>;
  readonly #timer: NodeJS.Timeout;
  #last: ReadonlyMap<Name, number>;
  /** The counts when each began to grow. */
  readonly #atBegin = new Map<Name, number>();

  constructor(log: Logger, counts: SharedCounts<Name>, lines: CountLines<Name>, intervals = defaultIntervals) {
    this.#counts = counts;
    this.#lines = lines;
    this.#last = new Map(counts.entries());
    this.#growing = new LastingConditions(log, intervals);
    this.#timer = setInterval(() => this.#check(), intervals.checkMs);
  }

  /** Counts since the start of the process. */
  get counts(): readonly (readonly [Name, number])[] {
    return this.#counts.entries();
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    const last = this.#last;
    this.#last = new Map(this.#counts.entries());
    for (const [name, count] of this.#last) {
      const lastCount = last.get(name) ?? 0;
      if (!this.#growing.has(name)) this.#atBegin.set(name, lastCount);
      const withCount = (line: ConditionLine): ConditionLine => ({
        ...line,
        fields: { ...line.fields, count: count - (this.#atBegin.get(name) ?? 0) },
      });
      if (count > lastCount) this.#growing.see(name, () => withCount(this.#lines.begin(name)));
      else this.#growing.miss(name, () => withCount(this.#lines.end(name)));
    }
  }
}
