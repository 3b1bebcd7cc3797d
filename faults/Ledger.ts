/** Records the requests of the writers and the responses, for a comparison with the store after the round. */
import type { StoredDifferenceKind } from '../src/jobs/verification/DifferenceReport.js';
import type { ResourceKind } from './kinds.js';

/** The outcome is open if no response tells whether the change was made. */
export type Outcome = 'acknowledged' | 'refused' | 'open';

export const outcomeOf = (status: number): Outcome => {
  if (status >= 200 && status < 300) return 'acknowledged';
  return status >= 400 && status < 500 ? 'refused' : 'open';
};

export interface Attempt {
  /** A text that the order contains if the update was made; no other order contains it. */
  readonly marker: string;
  outcome: Outcome;
  version?: number;
  acknowledgedMs?: number;
}

/** One order with all updates that a writer tried. */
export interface OrderEntry {
  readonly orderNumber: string;
  /** Undefined until a response confirms that the order was created. */
  id?: string;
  version: number;
  readonly attempts: Attempt[];
  deletion?: Outcome;
  createdMs?: number;
  deletedMs?: number;
  /** Responses that only a loss explains. */
  readonly doubts: string[];
}

interface ResourceState {
  readonly version: number;
  readonly text: string;
}

/** A resource of another kind, with the state that its only writer knows. */
export interface ResourceEntry {
  readonly kind: ResourceKind;
  readonly key: string;
  id?: string;
  creation: Outcome;
  /** The state in the last response; `before` is the acknowledged state, if a read returned a newer one. */
  known?: ResourceState & { readonly sinceMs: number; readonly before?: ResourceState };
  /** The texts of all changes without a response. */
  readonly possible: string[];
  deletion?: Outcome;
  deletedMs?: number;
  /** Responses that only a loss explains, with the time of the lost change. */
  readonly losses: { readonly text: string; readonly ms: number }[];
}

/** Tells whether a resource may show this state, given the acknowledged change and the changes without a response. */
export const accepts = ({ known, possible }: ResourceEntry, { version, text }: ResourceState): boolean =>
  [known, known?.before].some(state => state?.version === version && state.text === text) ||
  (version === known!.version + 1 && possible.includes(text));

/** A cart that a writer tried to order. */
export interface Checkout {
  readonly cartId: string;
  readonly createdMs: number;
  outcome: Outcome;
  orderId?: string;
  orderedMs?: number;
  /** A response that only a loss explains. */
  doubt?: string;
}

const failuresMax = 20;
/** A response of a killed master may still be on its way to the client. */
const inTransitMs = 500;

export class Ledger {
  readonly entries: OrderEntry[] = [];
  readonly checkouts: Checkout[] = [];
  readonly resources: ResourceEntry[] = [];
  readonly statuses = new Map<number, number>();
  /** The choice of the fault, if it chooses among several effects. */
  note = '';
  /** Kinds of differences that the fault causes by its nature, and that a repair must remove. */
  readonly mendedKinds = new Set<StoredDifferenceKind>();
  /** Observations that no fault may cause. */
  readonly failures: string[] = [];
  acknowledged = 0;
  /** Acknowledged changes that the store lacks although it should have them. */
  lost = 0;
  open = 0;
  /** Counts the tokens that were refused and replaced by others. */
  renewedTokens = 0;
  /** The messages that a program saw which follows them by time. */
  readonly seenMessages = new Set<string>();
  /** Counts the resources that were read. */
  reads = 0;
  /** The time at which a fault ended a master whose replica takes over; set by the fault. */
  killedMs: number | undefined;
  /** Maximum age of a change, at the time of `killedMs`, that `DURABILITY` allows the takeover to lose. */
  lossWindowMs = 0;
  /** The ages, at the time of `killedMs`, of the changes that were lost within the window. */
  readonly allowedLossesMs: number[] = [];
  slowestMs = 0;
  #recoveryStartMs = Number.POSITIVE_INFINITY;
  #recoveredMs: number | undefined;

  addFailure(text: string): void {
    if (this.failures.length < failuresMax) this.failures.push(text);
  }

  /** Records an acknowledged change that the store does not have. */
  addLoss(text: string, acknowledgedMs = Number.NaN): void {
    const ageMs = (this.killedMs ?? Number.NaN) - acknowledgedMs;
    if (this.lossWindowMs > 0 && ageMs > -inTransitMs && ageMs <= this.lossWindowMs) this.allowedLossesMs.push(ageMs);
    else {
      this.lost++;
      const age = Number.isNaN(ageMs) ? '' : `, ${Math.round(ageMs)} ms old when the master ended`;
      this.addFailure(`LOST: ${text}${age}`);
    }
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
