/**
 * Limits the bytes and the time of all transfers of a process: request bodies that arrive and responses that wait to be
 * received. Where the bytes exceed their limit, the transfer that held the most bytes for the longest time is closed: a
 * fast or small transfer does not suffer from one that is neither.
 */
import { performance } from 'node:perf_hooks';
import type { Config } from '../../base/config/settings.js';
import { SlotList } from '../../base/memory/SlotList.js';

/** One body or response in transit. */
export class Transfer {
  readonly startMs = performance.now();
  bytes = 0;
  /** Its place among the transfers of the limiter while it is one of them. */
  slot: number | undefined;

  constructor(
    private readonly limiter: TransferLimiter,
    readonly closeConnection: () => void,
  ) {}

  /** Counts more bytes that are kept for this transfer. */
  grow(bytes: number): void {
    this.limiter.grow(this, bytes);
  }

  /** The transfer or its connection ended: none of its bytes are kept any longer. */
  end(): void {
    this.limiter.remove(this);
  }
}

const timeoutCheckMs = 1_000;

export class TransferLimiter {
  readonly #transfers = new SlotList<Transfer>();
  readonly #bytesMax: number;
  readonly #timeoutMs: number;
  readonly #timer: NodeJS.Timeout;
  #bytes = 0;
  #timedOut = 0;
  #evicted = 0;

  constructor({ transferBytesMax, transferTimeoutMs }: Pick<Config, 'transferBytesMax' | 'transferTimeoutMs'>) {
    this.#bytesMax = transferBytesMax;
    this.#timeoutMs = transferTimeoutMs;
    this.#timer = setInterval(() => this.#closeTimedOut(), Math.min(timeoutCheckMs, transferTimeoutMs)).unref();
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Transfers closed since the start because they took too long. */
  get timedOut(): number {
    return this.#timedOut;
  }

  /** Transfers closed since the start to free bytes for others. */
  get evicted(): number {
    return this.#evicted;
  }

  begin(closeConnection: () => void): Transfer {
    const transfer = new Transfer(this, closeConnection);
    transfer.slot = this.#transfers.add(transfer);
    return transfer;
  }

  grow(transfer: Transfer, bytes: number): void {
    if (transfer.slot === undefined) return;
    transfer.bytes += bytes;
    this.#bytes += bytes;
    this.#evictFor(transfer);
  }

  remove(transfer: Transfer): void {
    if (transfer.slot === undefined) return;
    this.#transfers.take(transfer.slot);
    transfer.slot = undefined;
    this.#bytes -= transfer.bytes;
  }

  /** Ends the timer; transfers go on. */
  close(): void {
    clearInterval(this.#timer);
  }

  #closeTransfer(transfer: Transfer): void {
    this.remove(transfer);
    transfer.closeConnection();
  }

  /** The growing transfer itself stays: each transfer has a limit of its own. */
  #evictFor(growing: Transfer): void {
    while (this.#bytes > this.#bytesMax) {
      const transfer = this.#mostExpensive(growing);
      if (transfer === undefined) return;
      this.#evicted++;
      this.#closeTransfer(transfer);
    }
  }

  /** The transfer with the largest product of bytes and milliseconds. */
  #mostExpensive(except: Transfer): Transfer | undefined {
    const nowMs = performance.now();
    let found: Transfer | undefined;
    let costMax = -1;
    for (const transfer of this.#transfers.values()) {
      const cost = transfer.bytes * (nowMs - transfer.startMs);
      if (transfer === except || cost <= costMax) continue;
      found = transfer;
      costMax = cost;
    }
    return found;
  }

  #closeTimedOut(): void {
    const startedBeforeMs = performance.now() - this.#timeoutMs;
    for (const transfer of this.#transfers.values()) {
      if (transfer.startMs >= startedBeforeMs) continue;
      this.#timedOut++;
      this.#closeTransfer(transfer);
    }
  }
}
