/** Records what the writers sent and what was answered, for a comparison with the store after the round. */
import type { StoredDifferenceKind } from '../src/jobs/verification/DifferenceReport.js';
import type { ResourceKind } from './kinds.js';

/** Open: no answer tells whether the change was made. */
export type Outcome = 'acknowledged' | 'refused' | 'open';

export const outcomeOf = (status: number): Outcome => {
  if (status >= 200 && status < 300) return 'acknowledged';
  return status >= 400 && status < 500 ? 'refused' : 'open';
};

export interface Attempt {
  /** The order contains it if the update was made, and no other order does. */
  readonly marker: string;
  outcome: Outcome;
  /** The version in the answer. */
  version?: number;
  acknowledgedMs?: number;
}

/** One order with all updates that a writer tried. */
export interface OrderEntry {
  readonly orderNumber: string;
  /** Undefined until an answer tells that the order was created. */
  id?: string;
  version: number;
  readonly attempts: Attempt[];
  deletion?: Outcome;
  createdMs?: number;
  deletedMs?: number;
  /** Answers that only a loss explains. */
  readonly doubts: string[];
}

interface ResourceState {
  readonly version: number;
  readonly text: string;
}

/** A resource of another kind, with what its only writer knows of it. */
export interface ResourceEntry {
  readonly kind: ResourceKind;
  readonly key: string;
  id?: string;
  creation: Outcome;
  /** What the last answer told; `before` is what was acknowledged, where a read told more than that. */
  known?: ResourceState & { readonly sinceMs: number; readonly before?: ResourceState };
  /** The texts of all changes without an answer. */
  readonly possible: string[];
  deletion?: Outcome;
  deletedMs?: number;
  /** Answers that only a loss explains, with the time of what was lost. */
  readonly losses: { readonly text: string; readonly ms: number }[];
}

/** Tells whether a resource may show something after what was acknowledged, and after changes without an answer. */
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
  /** An answer that only a loss explains. */
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
  /** What the fault did, where it chooses among several things. */
  note = '';
  /** Kinds of differences that the fault causes by its nature, and a repair must mend. */
  readonly mendedKinds = new Set<StoredDifferenceKind>();
  /** What a fault must never cause. */
  readonly failures: string[] = [];
  acknowledged = 0;
  /** Acknowledged changes that the store does not have and should. */
  lost = 0;
  open = 0;
  /** How often a token was refused, and replaced by another one. */
  renewedTokens = 0;
  /** The messages that a program saw which follows them by time. */
  readonly seenMessages = new Set<string>();
  /** How many resources were read. */
  reads = 0;
  /** Set by a fault that ends a master whose replica takes over. */
  killedMs: number | undefined;
  /** How old a change may have been at that moment that `DURABILITY` allows the takeover to lose. */
  lossWindowMs = 0;
  /** The ages at that moment of the changes that were lost within the window. */
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
