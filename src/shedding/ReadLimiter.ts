import type { Config } from '../config/settings.js';
import { limits } from '../config/limits.js';
import { AdmissionGate } from './AdmissionGate.js';
import { overloadError } from './overloadResponse.js';

/** Reads that keep Redis busy, and reads per millisecond that are assumed to be harmless until probes say otherwise. */
const limitMin = 32;
const readsPerMs = 10;
/**
 * A call waits for a worker and for Redis two or three times; a read waits for Redis once, and may wait as long as two
 * such steps.
 */
const stepsPerRead = 2;

/** Limits the reads of Redis that the main thread makes by how long they wait, and large reads by their bytes, too. */
export class ReadLimiter {
  readonly #gate: AdmissionGate;
  readonly #ping: () => Promise<unknown>;
  /** Bytes of all large reads in progress. */
  #largeBytes = 0;

  constructor(
    { readQueueMax, queueWaitMs }: Pick<Config, 'readQueueMax' | 'queueWaitMs'>,
    ping: () => Promise<unknown>,
    now?: () => number,
  ) {
    const waitMs = stepsPerRead * queueWaitMs;
    this.#ping = ping;
    this.#gate = new AdmissionGate({
      limitMax: readQueueMax,
      limitAtStart: readsPerMs * waitMs,
      limitMin,
      waitMs,
      now,
    });
  }

  /** Reads shed since the start. */
  get shedCount(): number {
    return this.#gate.shedCount;
  }

  /** Whether one more read must be refused. */
  shouldShed(): boolean {
    if (!this.#gate.shouldShed()) return false;
    this.#probe();
    return true;
  }

  /**
   * Admits a read for which shouldShed() answered false; true when the read serves as the probe. The caller releases
   * it.
   */
  admit(): boolean {
    const isProbe = this.#gate.needsProbe;
    this.#gate.admit();
    if (isProbe) this.#gate.startProbe();
    return isProbe;
  }

  release(isProbe: boolean): void {
    if (isProbe) this.#gate.endProbe();
    this.#gate.release();
  }

  /**
   * Runs another request to Redis, which is never a probe because it takes another time than a read. It must wait for
   * Redis only.
   */
  async runUnmeasured<T>(read: () => Promise<T>): Promise<T> {
    if (this.shouldShed()) throw overloadError;
    this.#gate.admit();
    return read().finally(() => this.#gate.release());
  }

  /** Runs a read of so many bytes if all large reads together stay within their limit. */
  async runLarge<T>(bytes: number, read: () => Promise<T>): Promise<T> {
    if (this.#largeBytes + bytes > limits.largeReadsBytesMax && this.#gate.shouldShed(true)) throw overloadError;
    this.#largeBytes += bytes;
    return read().finally(() => {
      this.#largeBytes -= bytes;
    });
  }

  /** With every read shed no read could be the probe, and the gate would stay closed. */
  #probe(): void {
    if (!this.#gate.needsProbe) return;
    this.#gate.startProbe();
    const end = (): void => this.#gate.endProbe();
    this.#ping().then(end, end);
  }
}
