/** Compares the stored counts of references, and the sums that commits keep, with all bodies. */
import { createHash } from 'node:crypto';
import { referenceDelta } from '../../engine/references/referenceDeltas.js';
import type { Total } from '../../store/ChangeSet.js';
import type { Target } from '../../store/target.js';
import { totalDays, totalDaysMax } from '../../store/totals.js';
import { confirmDifferences, WaitBudget, type DifferenceReport, type Finding } from './DifferenceReport.js';
import { loadResources, parseSubjectName, type Subject, toBatches, type VerificationRun } from './VerificationRun.js';

/** Targets that are counted at once; with more of them the bodies are read several times. */
const targetsMax = 500_000;
/** How long targets whose counts change are counted again. */
const recountMs = 500;
const idsPerPage = 1_000;

type Counts = Map<Target, number>;
type TargetFilter = (target: Target) => boolean;

const totalPrefix = 'totals/';

/** The sum of a resource type as a text beside those of targets. */
const totalName = ({ name, day, member }: Omit<Total, 'amount'>): Target => `${totalPrefix}${name} ${day} ${member}`;

/** The days whose sums are compared: those of the oldest one may expire meanwhile. */
const comparedDays = ({ engine }: VerificationRun): string[] => totalDays(engine.now().getTime(), totalDaysMax - 1);

const shareOf = (target: Target, shares: number): number =>
  createHash('md5').update(target).digest().readUInt32LE() % shares;

/** Lists all resources that may refer to others, each once. */
async function* listReferrers(run: VerificationRun): AsyncGenerator<readonly Subject[]> {
  for (const { typeId, references } of run.resourceTypes.values()) {
    if (references.size === 0) continue;
    for (let lastId: string | undefined = ''; lastId !== undefined; ) {
      const ids: string[] = await run.storedKeys.idsAfter(run.projectKey, typeId, lastId, idsPerPage);
      for (const batch of toBatches(ids)) yield batch.map(id => ({ typeId, id }));
      lastId = ids.at(-1);
    }
  }
}

const countInBodies = async (run: VerificationRun, filter: TargetFilter): Promise<Counts> => {
  const counts: Counts = new Map();
  const days = new Set(comparedDays(run));
  const add = (target: Target, amount: number): void => {
    if (filter(target)) counts.set(target, (counts.get(target) ?? 0) + amount);
  };
  for await (const subjects of listReferrers(run))
    for (const [name, resource] of await loadResources(run, subjects)) {
      const resourceType = run.resourceTypes.get(parseSubjectName(name).typeId);
      if (resourceType === undefined) continue;
      for (const target of referenceDelta(resourceType, undefined, resource).keys()) add(target, 1);
      for (const total of resourceType.definition.totals?.of(resource) ?? [])
        if (days.has(total.day)) add(totalName(total), total.amount);
    }
  for (const [name, amount] of counts) if (amount === 0) counts.delete(name);
  return counts;
};

const readStoredTotals = async (run: VerificationRun, filter: TargetFilter): Promise<Counts> => {
  const counts: Counts = new Map();
  for (const { definition } of run.resourceTypes.values())
    for (const name of definition.totals?.names ?? [])
      for (const day of comparedDays(run))
        for (const [member, sum] of await run.storedKeys.totals(run.projectKey, name, day)) {
          const total = totalName({ name, day, member });
          if (filter(total)) counts.set(total, sum);
        }
  return counts;
};

const readStoredCounts = async (run: VerificationRun, filter: TargetFilter): Promise<Counts> => {
  const { storedKeys, projectKey } = run;
  const counts = await readStoredTotals(run, filter);
  for await (const page of storedKeys.targets(projectKey))
    for (const [target, count] of page) if (filter(target)) counts.set(target, count);
  return counts;
};

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
    return target.startsWith(totalPrefix)
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

/** Reports wrong counts of references and wrong sums, but no target whose count changes all the time. */
export const examineReferences = async (run: VerificationRun, report: DifferenceReport): Promise<void> => {
  const shares = Math.ceil(((await run.storedKeys.targetCount(run.projectKey)) + 1) / targetsMax);
  for (let share = 0; share < shares; share++) {
    const filter: TargetFilter = target => shares === 1 || shareOf(target, shares) === share;
    const counted = await countInBodies(run, filter);
    const differing = differingTargets(counted, await readStoredCounts(run, filter));
    if (differing.length === 0) continue;
    const confirmed = await confirmDifferences(differing, each => recount(run, each), new WaitBudget(recountMs));
    report.addConfirmed(confirmed);
  }
};
