/** How many resources refer to each target, counted from the bodies, against what the commits counted. */
import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { referenceDelta } from '../engine/references/referenceDelta.js';
import type { Difference } from './difference.js';
import { load, type Run, steps, type Subject } from './run.js';

/** Targets that are counted at once; with more of them the bodies are read several times. */
const targetsMax = 500_000;
const attemptsMax = 5;
const pauseMs = 200;

type Counts = Map<string, number>;
type IsMeant = (target: string) => boolean;

const shareOf = (target: string, shares: number): number =>
  createHash('md5').update(target).digest().readUInt32LE() % shares;

const idsAtOnce = 1_000;

/** By the lists of ids, in which each stands once. */
async function* referring(run: Run): AsyncGenerator<readonly Subject[]> {
  for (const { typeId, references } of run.resourceTypes.values()) {
    if (references.size === 0) continue;
    for (let place = ''; ; ) {
      const ids = await run.stored.idsAfter(run.projectKey, typeId, place, idsAtOnce);
      if (ids.length === 0) break;
      for (const step of steps(ids)) yield step.map(id => ({ typeId, id }));
      place = ids.at(-1)!;
    }
  }
}

const countBodies = async (run: Run, isMeant: IsMeant): Promise<Counts> => {
  const counts: Counts = new Map();
  for await (const subjects of referring(run))
    for (const [name, resource] of await load(run, subjects)) {
      const targets = referenceDelta(run.resourceTypes.get(name.slice(0, name.indexOf('/')))!, undefined, resource);
      for (const target of targets.keys()) if (isMeant(target)) counts.set(target, (counts.get(target) ?? 0) + 1);
    }
  return counts;
};

const storedCounts = async ({ stored, projectKey }: Run, isMeant: IsMeant): Promise<Counts> => {
  const counts: Counts = new Map();
  for await (const page of stored.targets(projectKey))
    for (const [target, count] of page) if (isMeant(target)) counts.set(target, count);
  return counts;
};

const differing = (counted: Counts, stored: Counts): string[] =>
  [...new Set([...counted.keys(), ...stored.keys()])].filter(target => counted.get(target) !== stored.get(target));

/** Suspects that were counted amiss while their count stood still, with what they were counted. */
const countAgain = async (
  run: Run,
  suspects: ReadonlySet<string>,
): Promise<{ wrong: Counts; right: string[]; stored: Counts }> => {
  const isMeant: IsMeant = target => suspects.has(target);
  const first = await storedCounts(run, isMeant);
  const counted = await countBodies(run, isMeant);
  const stored = await storedCounts(run, isMeant);
  const still = [...suspects].filter(target => first.get(target) === stored.get(target));
  return {
    stored,
    wrong: new Map(
      still
        .filter(target => counted.get(target) !== stored.get(target))
        .map(target => [target, counted.get(target) ?? 0]),
    ),
    right: still.filter(target => counted.get(target) === stored.get(target)),
  };
};

/** Looks at suspects until each agrees, or was counted amiss twice in the same way. */
async function* judge(run: Run, suspects: readonly string[]): AsyncGenerator<Difference> {
  const left = new Set(suspects);
  let before: Counts = new Map();
  for (let attempt = 0; left.size > 0 && attempt < attemptsMax; attempt++) {
    const { wrong, right, stored } = await countAgain(run, left);
    for (const target of right) left.delete(target);
    for (const [target, count] of wrong) {
      if (before.get(target) !== count) continue;
      yield {
        kind: 'references',
        subject: target,
        detail: `${count} refer to it, ${stored.get(target) ?? 0} are counted`,
      };
      left.delete(target);
    }
    before = wrong;
    if (left.size > 0) await setTimeout(pauseMs);
  }
}

/** Targets that change all the time are told by nobody: they are looked at five times. */
export async function* examineReferences(run: Run): AsyncGenerator<Difference> {
  const shares = Math.ceil(((await run.stored.targetCount(run.projectKey)) + 1) / targetsMax);
  for (let share = 0; share < shares; share++) {
    const isMeant: IsMeant = target => shares === 1 || shareOf(target, shares) === share;
    const counted = await countBodies(run, isMeant);
    yield* judge(run, differing(counted, await storedCounts(run, isMeant)));
  }
}
