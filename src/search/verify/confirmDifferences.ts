import { setTimeout } from 'node:timers/promises';
import type { Suspicion } from './Difference.js';

const pauseMs = 100;

/** The time that a whole run may wait for dirty marks to be processed. */
export class WaitBudget {
  #leftMs: number;

  constructor(totalMs: number) {
    this.#leftMs = totalMs;
  }

  /** Waits a moment; false when the time is used up. */
  async pause(): Promise<boolean> {
    if (this.#leftMs <= 0) return false;
    this.#leftMs -= pauseMs;
    await setTimeout(pauseMs);
    return true;
  }
}

export interface ConfirmedDifferences {
  readonly differences: readonly Suspicion[];
  /** Orders that still had a dirty mark when the waiting time was used up. */
  readonly pending: readonly Suspicion[];
}

const signatureOf = ({ id, kind, detail }: Suspicion): string => `${id} ${kind} ${detail}`;

type Examine = (ids: readonly string[]) => Promise<readonly Suspicion[]>;

/** Confirms a suspicion that two examinations report alike and without a dirty mark; examines the others again. */
export const confirmDifferences = async (
  ids: readonly string[],
  examine: Examine,
  waitBudget: WaitBudget,
): Promise<ConfirmedDifferences> => {
  const differences: Suspicion[] = [];
  for (let open = await examine(ids); ; ) {
    if (open.length === 0) return { differences, pending: [] };
    const seen = new Set(open.filter(({ isPending }) => !isPending).map(signatureOf));
    const found = await examine(open.map(({ id }) => id));
    const isConfirmed = (suspicion: Suspicion): boolean => !suspicion.isPending && seen.has(signatureOf(suspicion));
    differences.push(...found.filter(isConfirmed));
    open = found.filter(suspicion => !isConfirmed(suspicion));
    if (open.length > 0 && !(await waitBudget.pause())) return { differences, pending: open };
  }
};
