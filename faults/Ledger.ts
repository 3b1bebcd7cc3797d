/** What was sent and what was answered: afterwards the store is held against it. */
export interface Attempt {
  /** Stands in the order if the update was made, and in no other one. */
  readonly marker: string;
  /** Open: nobody said whether it was made. */
  outcome: 'acknowledged' | 'refused' | 'open';
  /** That the answer told. */
  version?: number;
}

/** One order with all updates that were tried on it. */
export interface OrderEntry {
  readonly orderNumber?: string;
  /** Undefined while nobody said that it was created. */
  id?: string;
  version: number;
  readonly attempts: Attempt[];
  deletion?: Attempt['outcome'];
}

/** A cart that was to become an order. */
export interface Checkout {
  readonly cartId: string;
  outcome: Attempt['outcome'];
  orderId?: string;
}

export class Ledger {
  readonly entries: OrderEntry[] = [];
  readonly checkouts: Checkout[] = [];
  readonly statuses = new Map<number, number>();
  /** What no fault may bring about. */
  readonly failures: string[] = [];
  acknowledged = 0;
  open = 0;
  /** Resources that were read. */
  reads = 0;
  slowestMs = 0;
  /** When the last change was acknowledged, and the first one after a moment. */
  lastMs = 0;
  #waitFromMs = Number.POSITIVE_INFINITY;
  #firstMs: number | undefined;

  addFailure(text: string): void {
    if (this.failures.length < 20) this.failures.push(text);
  }

  acknowledge(): void {
    this.acknowledged++;
    this.lastMs = performance.now();
    if (this.lastMs >= this.#waitFromMs) this.#firstMs ??= this.lastMs;
  }

  /** From now on the next acknowledgement is waited for. */
  startRecovery(): void {
    this.#waitFromMs = performance.now();
    this.#firstMs = undefined;
  }

  get recoveredMs(): number | undefined {
    return this.#firstMs;
  }

  count(status: number): number {
    return this.statuses.get(status) ?? 0;
  }
}
