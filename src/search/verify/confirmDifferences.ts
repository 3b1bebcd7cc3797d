/** Suspicions become differences, or come to nothing: what changes is looked at again. */
import { setTimeout } from 'node:timers/promises';
import type { Suspicion } from './Difference.js';

const pauseMs = 100;

/** Time to wait for marks, of a whole run. */
export class WaitBudget {
  constructor(private leftMs: number) {}

  /** False when there is none left. */
  async pause(): Promise<boolean> {
    if (this.leftMs <= 0) return false;
    this.leftMs -= pauseMs;
    await setTimeout(pauseMs);
    return true;
  }
}

export interface ConfirmedDifferences {
  readonly differences: readonly Suspicion[];
  /** Orders that the index had yet to follow when the patience was over. */
  readonly pending: readonly Suspicion[];
}

const signatureOf = ({ id, kind, detail }: Suspicion): string => `${id} ${kind} ${detail}`;

type Examine = (ids: readonly string[]) => Promise<readonly Suspicion[]>;

/** What is suspected twice, alike and without a mark, is so. */
export const confirmDifferences = async (
  ids: readonly string[],
  examine: Examine,
  patience: WaitBudget,
): Promise<ConfirmedDifferences> => {
  const differences: Suspicion[] = [];
  for (let open = await examine(ids); ; ) {
    if (open.length === 0) return { differences, pending: [] };
    const seen = new Set(open.filter(({ isPending }) => !isPending).map(signatureOf));
    const found = await examine(open.map(({ id }) => id));
    const isSure = (suspicion: Suspicion): boolean => !suspicion.isPending && seen.has(signatureOf(suspicion));
    differences.push(...found.filter(isSure));
    open = found.filter(suspicion => !isSure(suspicion));
    if (open.length > 0 && !(await patience.pause())) return { differences, pending: open };
  }
};
