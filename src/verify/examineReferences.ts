/** Compares the stored counts of references with the references in all bodies. */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { referenceDelta } from '../engine/references/referenceDelta.js';
import type { Target } from '../store/target.js';
import type { Difference } from './DifferenceReport.js';
import { loadResources, parseSubjectName, type Subject, toBatches, type VerificationRun } from './VerificationRun.js';

/** Targets that are counted at once; with more of them the bodies are read several times. */
const targetsMax = 500_000;
const attemptsMax = 5;
const pauseMs = 200;
const idsPerPage = 1_000;

type Counts = Map<Target, number>;
type TargetFilter = (target: Target) => boolean;

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
  for await (const subjects of listReferrers(run))
    for (const [name, resource] of await loadResources(run, subjects)) {
      const resourceType = run.resourceTypes.get(parseSubjectName(name).typeId);
      if (resourceType === undefined) continue;
      for (const target of referenceDelta(resourceType, undefined, resource).keys())
        if (filter(target)) counts.set(target, (counts.get(target) ?? 0) + 1);
    }
  return counts;
};

const readStoredCounts = async ({ storedKeys, projectKey }: VerificationRun, filter: TargetFilter): Promise<Counts> => {
  const counts: Counts = new Map();
  for await (const page of storedKeys.targets(projectKey))
    for (const [target, count] of page) if (filter(target)) counts.set(target, count);
  return counts;
};

const differingTargets = (counted: Counts, stored: Counts): Target[] =>
  [...new Set([...counted.keys(), ...stored.keys()])].filter(target => counted.get(target) !== stored.get(target));

interface Recount {
  readonly stored: Counts;
  /** Targets whose stored count is wrong, with the counted number. */
  readonly wrong: Counts;
  readonly right: readonly Target[];
}

/** Counts the references to some targets again; leaves out targets whose stored count changed in the meantime. */
const recount = async (run: VerificationRun, targets: ReadonlySet<Target>): Promise<Recount> => {
  const filter: TargetFilter = target => targets.has(target);
  const storedBefore = await readStoredCounts(run, filter);
  const counted = await countInBodies(run, filter);
  const stored = await readStoredCounts(run, filter);
  const unchanged = [...targets].filter(target => storedBefore.get(target) === stored.get(target));
  const isRight = (target: Target): boolean => counted.get(target) === stored.get(target);
  return {
    stored,
    wrong: new Map(unchanged.filter(target => !isRight(target)).map(target => [target, counted.get(target) ?? 0])),
    right: unchanged.filter(isRight),
  };
};

/** Recounts targets until each is right, or was counted twice with the same wrong result. */
async function* confirmTargets(run: VerificationRun, targets: readonly Target[]): AsyncGenerator<Difference> {
  const pending = new Set(targets);
  let previous: Counts = new Map();
  for (let attempt = 0; pending.size > 0 && attempt < attemptsMax; attempt++) {
    const { wrong, right, stored } = await recount(run, pending);
    for (const target of right) pending.delete(target);
    for (const [target, count] of wrong) {
      if (previous.get(target) !== count) continue;
      const detail = `${count} refer to it, ${stored.get(target) ?? 0} are counted`;
      yield { kind: 'references', subject: target, detail };
      pending.delete(target);
    }
    previous = wrong;
    if (pending.size > 0) await setTimeout(pauseMs);
  }
}

/** Finds wrong counts of references. Does not report targets whose count changed during each of five attempts. */
export async function* examineReferences(run: VerificationRun): AsyncGenerator<Difference> {
  const shares = Math.ceil(((await run.storedKeys.targetCount(run.projectKey)) + 1) / targetsMax);
  for (let share = 0; share < shares; share++) {
    const filter: TargetFilter = target => shares === 1 || shareOf(target, shares) === share;
    const counted = await countInBodies(run, filter);
    yield* confirmTargets(run, differingTargets(counted, await readStoredCounts(run, filter)));
  }
}
