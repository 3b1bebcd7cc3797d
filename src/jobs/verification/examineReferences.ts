/** Compares the stored counts of references, and the sums that commits keep, with all bodies. */
import { createHash } from 'node:crypto';
import type { Target } from '../../store/target.js';
import { type Counts, countInBodies, isTotal, readStoredCounts, type TargetFilter } from './countReferences.js';
import { confirmDifferences, WaitBudget, type DifferenceReport, type Finding } from './DifferenceReport.js';
import { mendCounts } from './mendCounts.js';
import type { VerificationRun } from './VerificationRun.js';

/** Targets that are counted at once; with more of them the bodies are read several times. */
const targetsMax = 500_000;
/** Time for which changing counts are read again. */
const recountMs = 500;

const shareOf = (target: Target, shares: number): number =>
  createHash('md5').update(target).digest().readUInt32LE() % shares;

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
    const [found, kept] = [counted.get(target) ?? 0, stored.get(target) ?? 0];
    return isTotal(target)
      ? [{ kind: 'totals', subject: target, detail: `it is ${kept}, not ${found}`, source: target, isPending }]
      : [
          {
            kind: 'references',
            subject: target,
            detail: `${found} refer to it, ${kept} are counted`,
            source: target,
            isPending,
          },
        ];
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
