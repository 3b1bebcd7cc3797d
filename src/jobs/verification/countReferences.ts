/** Counts references and sums in all bodies, and reads the stored counts and sums. */
import { hash } from 'node:crypto';
import { referenceDelta } from '../../engine/references/referenceDeltas.js';
import type { Total } from '../../store/ChangeSet.js';
import type { Target } from '../../store/target.js';
import { totalDays, totalDaysMax } from '../../store/dailyTotals.js';
import { loadResources, parseSubjectName, type Subject, toBatches, type VerificationRun } from './VerificationRun.js';

const idsPerPage = 1_000;

export type Counts = Map<Target, number>;
export type TargetFilter = (target: Target) => boolean;

const totalPrefix = 'totals/';

/** Tells whether the text stands for a sum instead of a target of references. */
export const isTotal = (target: Target): boolean => target.startsWith(totalPrefix);

/** The parts of the text of a sum, whose member may have spaces. */
export const parseTotal = (target: Target): Omit<Total, 'amount'> => {
  const [name = '', day = '', ...member] = target.slice(totalPrefix.length).split(' ');
  return { name, day, member: member.join(' ') };
};

/** The sum of a resource type as a text beside those of targets. */
const totalName = ({ name, day, member }: Omit<Total, 'amount'>): Target => `${totalPrefix}${name} ${day} ${member}`;

/** The days whose sums are compared: those of the oldest one may expire meanwhile. */
const comparedDays = ({ engine }: VerificationRun): string[] => totalDays(engine.now().getTime(), totalDaysMax - 1);

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

/** Sums of 48 bits stay exact in a number. */
const evidenceModulus = 2 ** 48;

/** Returns a number for a version of a resource that a target is counted for. */
const evidenceOf = (name: string, version: number): number =>
  hash('md5', `${name} ${version}`, 'buffer').readUIntBE(0, 6);

/** Counts in all bodies. `evidence` gets a number for each target, which tells the resources that it is counted for. */
export const countInBodies = async (run: VerificationRun, filter: TargetFilter, evidence?: Counts): Promise<Counts> => {
  const counts: Counts = new Map();
  const days = new Set(comparedDays(run));
  const add = (target: Target, amount: number, name: string, version: number): void => {
    if (!filter(target)) return;
    counts.set(target, (counts.get(target) ?? 0) + amount);
    evidence?.set(target, ((evidence.get(target) ?? 0) + evidenceOf(name, version)) % evidenceModulus);
  };
  for await (const subjects of listReferrers(run))
    for (const [name, resource] of await loadResources(run, subjects)) {
      const resourceType = run.resourceTypes.get(parseSubjectName(name).typeId);
      if (resourceType === undefined) continue;
      for (const target of referenceDelta(resourceType, undefined, resource).keys())
        add(target, 1, name, resource.version);
      for (const total of resourceType.definition.derived?.totals?.of(resource) ?? [])
        if (days.has(total.day)) add(totalName(total), total.amount, name, resource.version);
    }
  for (const [name, amount] of counts) if (amount === 0) counts.delete(name);
  return counts;
};

const readStoredTotals = async (run: VerificationRun, filter: TargetFilter): Promise<Counts> => {
  const counts: Counts = new Map();
  for (const { definition } of run.resourceTypes.values())
    for (const name of definition.derived?.totals?.names ?? [])
      for (const day of comparedDays(run))
        for (const [member, sum] of await run.storedKeys.totals(run.projectKey, name, day)) {
          const total = totalName({ name, day, member });
          if (filter(total)) counts.set(total, sum);
        }
  return counts;
};

/** Reads the counts and sums that commits keep. */
export const readStoredCounts = async (run: VerificationRun, filter: TargetFilter): Promise<Counts> => {
  const { storedKeys, projectKey } = run;
  const counts = await readStoredTotals(run, filter);
  for await (const page of storedKeys.targets(projectKey))
    for (const [target, count] of page) if (filter(target)) counts.set(target, count);
  return counts;
};
