/**
 * Limits the work in progress by how long work waits. A limit by count alone says nothing about time: 4,096 calls are a
 * second of small ones and minutes of large ones. While there is work, one probe at a time takes the way that all work
 * takes. The limit shrinks in proportion as probes come back late, and grows again once they are fast (CoDel, RFC 8289,
 * likewise measures the time in a queue, not its length).
 *
 *     limit  ▲ limitMax ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
 *            │        ╱╲ late probe: by half at most
 *            │  fast ╱  ╲___╱ fast probe: 15 % more
 *            ▼ limitMin ┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄
 */
import { performance } from 'node:perf_hooks';

export interface AdmissionGateOptions {
  /** The limit never exceeds it. */
  readonly limitMax: number;
  /** The limit while nothing is in progress and nothing was shed lately. */
  readonly limitAtStart: number;
  /** This much work is admitted however late probes are: otherwise nothing would show that they are fast again. */
  readonly limitMin: number;
  /** Time that a probe may take. */
  readonly waitMs: number;
  readonly now?: () => number;
}

/** The limit grows by this factor after a fast probe that found it used; a late probe shrinks it by half at most. */
const growthFactor = 1.15;
const shrinkFactorMin = 0.5;
/** A short pause, such as a garbage collection under a small steady load, does not count as overload. */
const burstFactor = 2;
const probePauseMs = 5;
const recentShedMs = 1_000;

export class AdmissionGate {
  readonly #limitMin: number;
  readonly #limitMax: number;
  readonly #limitAtStart: number;
  readonly #waitMs: number;
  readonly #now: () => number;
  #limit: number;
  #active = 0;
  #shedCount = 0;
  #lastShedMs = -Infinity;
  #probeStartMs: number | undefined;
  #nextProbeMs = 0;

  constructor({ limitMax, limitAtStart, limitMin, waitMs, now = () => performance.now() }: AdmissionGateOptions) {
    this.#limitMax = limitMax;
    this.#limitMin = Math.min(limitMin, limitMax);
    this.#limitAtStart = Math.min(Math.max(limitAtStart, this.#limitMin), limitMax);
    this.#limit = this.#limitAtStart;
    this.#waitMs = waitMs;
    this.#now = now;
  }

  get active(): number {
    return this.#active;
  }

  /** Pieces of work shed since the start. */
  get shedCount(): number {
    return this.#shedCount;
  }

  get hasShedRecently(): boolean {
    return this.#shedCount > 0 && this.#now() - this.#lastShedMs < recentShedMs;
  }

  /** Tells whether a probe should be sent: there is work in progress, and no probe. */
  get needsProbe(): boolean {
    return this.#probeStartMs === undefined && this.#active >= this.#limitMin / 2 && this.#now() >= this.#nextProbeMs;
  }

  /** Admits one piece of work unless it should be shed. */
  tryAdmit(isFull?: boolean): boolean {
    if (this.shouldShed(isFull)) return false;
    this.#active++;
    return true;
  }

  /** Admits work for which shouldShed() answered false a moment ago. */
  admit(): void {
    this.#active++;
  }

  release(): void {
    this.#active--;
    // The limit learned under load does not apply to later load; reads finish in one batch, though, which is no pause.
    if (this.#active === 0 && !this.hasShedRecently) this.#limit = this.#limitAtStart;
  }

  /**
   * Tells whether one more piece of work must be refused, and counts it then; `isFull`: the caller has reached another
   * limit.
   */
  shouldShed(isFull = false): boolean {
    if (!isFull && !this.#isAtLimit()) return false;
    this.#shedCount++;
    this.#lastShedMs = this.#now();
    return true;
  }

  startProbe(): void {
    this.#probeStartMs = this.#now();
  }

  endProbe(): void {
    const nowMs = this.#now();
    const tookMs = nowMs - (this.#probeStartMs ?? nowMs);
    if (tookMs > this.#waitMs) this.#limit = this.#limitAfter(tookMs, shrinkFactorMin);
    // A limit that is not used says nothing about a higher one.
    else if (this.#active >= this.#limit / 2)
      this.#limit = Math.min(this.#limitMax, Math.ceil(this.#limit * growthFactor));
    this.#probeStartMs = undefined;
    this.#nextProbeMs = this.#now() + probePauseMs;
  }

  #isAtLimit(): boolean {
    return this.#active >= this.#limitMin && (this.#active >= this.#limit || this.#active >= this.#currentLimit());
  }

  /** A probe that is late lowers the limit before it is back. */
  #currentLimit(): number {
    const tookMs = this.#probeStartMs === undefined ? 0 : this.#now() - this.#probeStartMs;
    return tookMs > this.#waitMs ? this.#limitAfter(tookMs, 0) : this.#limit;
  }

  #limitAfter(tookMs: number, factorMin: number): number {
    const used = Math.min(this.#limit, this.#active * burstFactor);
    return Math.max(this.#limitMin, Math.floor(used * Math.max(factorMin, this.#waitMs / tookMs)));
  }
}
