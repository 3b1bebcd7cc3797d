import type { Config } from '../config/settings.js';
import { limits } from '../config/limits.js';
import { AdmissionGate } from './AdmissionGate.js';
import { MasterGates, type MasterOf } from './MasterGates.js';
import { overloadError } from './overloadResponse.js';

/** Reads that keep Redis busy, and reads per millisecond that are assumed to be harmless until probes say otherwise. */
const limitMin = 32;
const readsPerMs = 10;
/**
 * A call waits for a worker and for Redis two or three times; a read waits for Redis once, and may wait as long as two
 * such steps.
 */
const stepsPerRead = 2;
/** The bytes that the reads of one of several masters may take: the others need some while it is away. */
const bytesShare = 0.5;

/** Waits as long as a read of a project does. */
type Ping = (projectKey: string) => Promise<unknown>;

/** Limits the reads of the projects of one master. */
export class ReadGate {
  /** Bytes of the large reads in progress. */
  largeBytes = 0;

  constructor(
    readonly gate: AdmissionGate,
    private readonly ping: Ping,
  ) {}

  shouldShed(projectKey: string): boolean {
    if (!this.gate.shouldShed()) return false;
    this.#probe(projectKey);
    return true;
  }

  /**
   * Admits a read for which shouldShed() answered false; true when the read serves as the probe. The caller releases
   * it.
   */
  admit(): boolean {
    const isProbe = this.gate.needsProbe;
    this.gate.admit();
    if (isProbe) this.gate.startProbe();
    return isProbe;
  }

  release(isProbe: boolean): void {
    if (isProbe) this.gate.endProbe();
    this.gate.release();
  }

  /** Sends a probe when every read is shed: no read could be the probe then, and the gate would stay closed. */
  #probe(projectKey: string): void {
    if (!this.gate.needsProbe) return;
    this.gate.startProbe();
    const end = (): void => this.gate.endProbe();
    this.ping(projectKey).then(end, end);
  }
}

/**
 * Limits the reads of Redis that the main thread makes by how long they wait, for each master, and large reads by their
 * bytes, too.
 */
export class ReadLimiter {
  readonly #gates: MasterGates<ReadGate>;

  constructor(
    { readQueueMax, queueWaitMs }: Pick<Config, 'readQueueMax' | 'queueWaitMs'>,
    ping: Ping,
    { masterOf, now }: { readonly masterOf?: MasterOf; readonly now?: () => number } = {},
  ) {
    const waitMs = stepsPerRead * queueWaitMs;
    const options = { limitMax: readQueueMax, limitAtStart: readsPerMs * waitMs, limitMin, waitMs, now };
    this.#gates = new MasterGates(masterOf, () => new ReadGate(new AdmissionGate(options), ping));
  }

  /** Reads shed since the start. */
  get shedCount(): number {
    return this.#gates.sum(({ gate }) => gate.shedCount);
  }

  gateOf(projectKey: string): ReadGate {
    return this.#gates.of(projectKey);
  }

  /**
   * Runs another request to Redis, which is never a probe because it takes another time than a read. It must wait for
   * Redis only.
   */
  async runUnmeasured<T>(projectKey: string, read: () => Promise<T>): Promise<T> {
    const reads = this.gateOf(projectKey);
    if (reads.shouldShed(projectKey)) throw overloadError;
    reads.gate.admit();
    return read().finally(() => reads.gate.release());
  }

  /** Runs a read of so many bytes if all large reads together stay within their limit. */
  async runLarge<T>(projectKey: string, bytes: number, read: () => Promise<T>): Promise<T> {
    const reads = this.gateOf(projectKey);
    const max = limits.largeReadsBytesMax;
    const total = this.#gates.sum(({ largeBytes }) => largeBytes) + bytes;
    const isFull = total > max || (this.#gates.areSeveral && reads.largeBytes + bytes > max * bytesShare);
    if (isFull && reads.gate.shouldShed(true)) throw overloadError;
    reads.largeBytes += bytes;
    return read().finally(() => {
      reads.largeBytes -= bytes;
    });
  }
}
