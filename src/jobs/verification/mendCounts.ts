/**
 * Mends counts of references and sums beside commits. A count is replaced only when two walks through all bodies, one
 * after the other, found the same resources in the same versions, and the stored count was the same before, between and
 * after them: then the difference does not come from a commit that ran during a walk.
 */
import { keys } from '../../store/keys.js';
import type { StoredFact } from '../../store/StoreMender.js';
import type { Target } from '../../store/target.js';
import { totalsEndAt } from '../../store/totals.js';
import { type Counts, countInBodies, isTotal, parseTotal, readStoredCounts } from './countReferences.js';
import { WaitBudget } from './DifferenceReport.js';
import type { VerificationRun } from './VerificationRun.js';

/** Time for which changing counts are measured again. */
const patienceMs = 500;

interface Measure {
  readonly stored: Counts;
  readonly counted: Counts;
  readonly evidence: Counts;
}

const measure = async (run: VerificationRun, targets: ReadonlySet<Target>): Promise<Measure> => {
  const evidence: Counts = new Map();
  const filter = (target: Target): boolean => targets.has(target);
  const stored = await readStoredCounts(run, filter);
  return { stored, counted: await countInBodies(run, filter, evidence), evidence };
};

const isSame = (target: Target, one: Measure, other: Measure): boolean =>
  (['stored', 'counted', 'evidence'] as const).every(name => one[name].get(target) === other[name].get(target));

const factOf = (projectKey: string, target: Target): Pick<StoredFact, 'key' | 'member' | 'expiresAt'> => {
  if (!isTotal(target)) return { key: keys.references(projectKey), member: target };
  const { name, day, member } = parseTotal(target);
  return { key: keys.totals(projectKey, name, day), member, expiresAt: totalsEndAt(day) };
};

const mendCount = async (
  { mender, projectKey }: VerificationRun,
  target: Target,
  { stored, counted }: Measure,
  mayLower: boolean,
): Promise<boolean> => {
  const [found = 0, wanted = 0] = [stored.get(target), counted.get(target)];
  if (found === wanted || (wanted < found && !mayLower)) return false;
  return mender.mend(projectKey, {
    ...factOf(projectKey, target),
    form: 'hash',
    found: stored.get(target) ?? null,
    wanted: wanted === 0 ? null : wanted,
  });
};

/** Returns the targets whose counts were mended. */
export const mendCounts = async (
  run: VerificationRun,
  targets: readonly Target[],
  mayLower: boolean,
): Promise<ReadonlySet<Target>> => {
  const [mended, left] = [new Set<Target>(), new Set(targets)];
  const budget = new WaitBudget(patienceMs);
  let last = await measure(run, left);
  do {
    const next = await measure(run, left);
    for (const target of left) {
      if (!isSame(target, last, next)) continue;
      left.delete(target);
      if (await mendCount(run, target, next, mayLower)) mended.add(target);
    }
    last = next;
  } while (left.size > 0 && (await budget.pause()));
  return mended;
};
