/** Records what the writers sent and what was answered, for a comparison with the store after the round. */
export interface Attempt {
  /** The order contains it if the update was made, and no other order does. */
  readonly marker: string;
  /** Open: no answer tells whether the change was made. */
  outcome: 'acknowledged' | 'refused' | 'open';
  /** The version in the answer. */
  version?: number;
}

/** One order with all updates that a writer tried. */
export interface OrderEntry {
  readonly orderNumber: string;
  /** Undefined until an answer tells that the order was created. */
  id?: string;
  version: number;
  readonly attempts: Attempt[];
  deletion?: Attempt['outcome'];
}

/** A cart that a writer tried to order. */
export interface Checkout {
  readonly cartId: string;
  outcome: Attempt['outcome'];
  orderId?: string;
}

const failuresMax = 20;

export class Ledger {
  readonly entries: OrderEntry[] = [];
  readonly checkouts: Checkout[] = [];
  readonly statuses = new Map<number, number>();
  /** What a fault must never cause. */
  readonly failures: string[] = [];
  acknowledged = 0;
  open = 0;
  /** How many resources were read. */
  reads = 0;
  slowestMs = 0;
  #recoveryStartMs = Number.POSITIVE_INFINITY;
  #recoveredMs: number | undefined;

  addFailure(text: string): void {
    if (this.failures.length < failuresMax) this.failures.push(text);
  }

  acknowledge(): void {
    this.acknowledged++;
    const nowMs = performance.now();
    if (nowMs >= this.#recoveryStartMs) this.#recoveredMs ??= nowMs;
  }

  /** Makes `recoveredMs` the time of the next acknowledgement. */
  startRecovery(): void {
    this.#recoveryStartMs = performance.now();
    this.#recoveredMs = undefined;
  }

  get recoveredMs(): number | undefined {
    return this.#recoveredMs;
  }

  count(status: number): number {
    return this.statuses.get(status) ?? 0;
  }
}
