import { hash } from 'node:crypto';
import { keys } from '../../store/keys.js';
import type { StoredFact } from '../../store/StoreMender.js';
import type { Target } from '../../store/target.js';
import { totalsEndAt } from '../../store/dailyTotals.js';
import {
  type Counts,
  countInBodies,
  isTotal,
  parseTotal,
  readStoredCounts,
  type TargetFilter,
} from './countReferences.js';
import { WaitBudget, confirmDifferences, type DifferenceReport, type Finding } from './DifferenceReport.js';
import type { VerificationRun } from './VerificationRun.js';

/**
 * Mends counts of references and sums beside commits. A count is replaced only when two walks through all bodies, one
 * after the other, found the same resources in the same versions, and the stored count was the same before, between and
 * after them: then the difference does not come from a commit that ran during a walk.
 */

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
const mendCounts = async (
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

/** Targets that are counted at once; with more of them the bodies are read several times. */
const targetsMax = 500_000;
/** Time for which changing counts are read again. */
const recountMs = 500;

const shareOf = (target: Target, shares: number): number => hash('md5', target, 'buffer').readUInt32LE() % shares;

const differingTargets = (counted: Counts, stored: Counts): Target[] =>
  [...new Set([...counted.keys(), ...stored.keys()])].filter(target => counted.get(target) !== stored.get(target));

/** Counts the references to some targets again; a target whose stored count changed in the meantime is pending. */
const recount = async (run: VerificationRun, targets: readonly Target[]): Promise<Finding<Target>[]> => {
  const wanted = new Set(targets);
  const filter: TargetFilter = target => wanted.has(target);
  const storedBefore = await readStoredCounts(run, filter);
  const counted = await countInBodies(run, filter);
  const stored = await readStoredCounts(run, filter);
  return targets.flatMap((target): Finding<Target>[] => {
    const isPending = storedBefore.get(target) !== stored.get(target);
    if (!isPending && counted.get(target) === stored.get(target)) return [];
    const [found = 0, kept = 0] = [counted.get(target), stored.get(target)];
    const kind = isTotal(target) ? 'totals' : 'references';
    const detail = kind === 'totals' ? `it is ${kept}, not ${found}` : `${found} refer to it, ${kept} are counted`;
    return [{ kind, subject: target, detail, source: target, isPending }];
  });
};

/**
 * Mends wrong counts and sums. A count is lowered only where each resource was read: one that is damaged, or in no list
 * of ids, may refer to the target.
 */
const mendDifferences = async (
  run: VerificationRun,
  { counts, repairs }: DifferenceReport,
  targets: readonly Target[],
): Promise<ReadonlySet<Target>> =>
  repairs === undefined ? new Set() : mendCounts(run, targets, counts.list === undefined && counts.body === undefined);

/** Reports wrong counts of references and wrong sums, but no target whose count changes all the time. */
export const examineReferences = async (run: VerificationRun, report: DifferenceReport): Promise<void> => {
  const shares = Math.ceil(((await run.storedKeys.targetCount(run.projectKey)) + 1) / targetsMax);
  for (let share = 0; share < shares; share++) {
    const filter: TargetFilter = target => shares === 1 || shareOf(target, shares) === share;
    const counted = await countInBodies(run, filter);
    const differing = differingTargets(counted, await readStoredCounts(run, filter));
    if (differing.length === 0) continue;
    const { differences, pending } = await confirmDifferences(
      differing,
      each => recount(run, each),
      new WaitBudget(recountMs),
    );
    const mended = await mendDifferences(
      run,
      report,
      differences.map(({ source }) => source),
    );
    await report.addConfirmed({
      differences: differences.map(each => ({ ...each, mend: async () => mended.has(each.source) })),
      pending,
    });
  }
};
