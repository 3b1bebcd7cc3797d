/** What a resource's stored members mean for unique keys, secondary indexes and reference counts. */
import type { Claim, FieldValue, ResourceWrite } from '../../store/ChangeSet.js';
import { type Target, targetById, targetByKey } from '../../store/target.js';
import type { Base } from '../define/defineResource.js';
import type { ResourceType } from '../define/ResourceType.js';
import { type SchemaPath, visitPaths } from '../../schema/schemaPaths.js';

type Values = Readonly<Record<string, unknown>>;

/** Longer values are not indexed: nobody looks for them by equality, and the planner knows this bound. Unique ones are kept whole. */
export const indexedValueLengthMax = 512;

/** Most paths lead to one value; behind a list there may be many. */
const valuesAt = (resource: unknown, steps: readonly string[], lengthMax: number): readonly string[] => {
  let value: unknown = resource;
  for (let at = 0; at < steps.length; at++) {
    if (Array.isArray(value)) return [...new Set(value.flatMap(item => valuesAt(item, steps.slice(at), lengthMax)))];
    if (typeof value !== 'object' || value === null) return [];
    value = (value as Values)[steps[at]!];
  }
  const indexable = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  return indexable && String(value).length <= lengthMax ? [String(value)] : [];
};

interface Delta {
  readonly added: readonly FieldValue[];
  readonly removed: readonly FieldValue[];
}

const deltaOf = (
  paths: readonly { path: string; steps: readonly string[] }[],
  before: Base | undefined,
  after: Base | undefined,
  lengthMax: number,
): Delta => {
  const added: FieldValue[] = [];
  const removed: FieldValue[] = [];
  for (const { path, steps } of paths) {
    const old = before === undefined ? [] : valuesAt(before, steps, lengthMax);
    const now = after === undefined ? [] : valuesAt(after, steps, lengthMax);
    for (const value of old) if (!now.includes(value)) removed.push({ path, value });
    for (const value of now) if (!old.includes(value)) added.push({ path, value });
  }
  return { added, removed };
};

/** What changes in the secondary indexes; only members in `touched` can differ (all of them when it is absent). */
export const indexDelta = (
  resourceType: ResourceType,
  before: Base | undefined,
  after: Base | undefined,
  touched?: ReadonlySet<string>,
): Delta =>
  deltaOf(
    touched === undefined ? resourceType.indexes : resourceType.indexes.filter(({ steps }) => touched.has(steps[0]!)),
    before,
    after,
    indexedValueLengthMax,
  );

const claimName = ({ path, value }: Claim): string => `${path}:${value}`;

const claimsDelta = (
  claims: (resource: Base) => readonly Claim[],
  before: Base | undefined,
  after: Base | undefined,
): Delta => {
  const [old, now] = [before, after].map(
    resource => new Map((resource === undefined ? [] : claims(resource)).map(claim => [claimName(claim), claim])),
  );
  const missingFrom = (others: ReadonlyMap<string, Claim>, own: ReadonlyMap<string, Claim>) =>
    [...own].filter(([name]) => !others.has(name)).map(([, claim]) => claim);
  return { added: missingFrom(old!, now!), removed: missingFrom(now!, old!) };
};

export const uniqueDelta = (
  resourceType: ResourceType,
  before: Base | undefined,
  after: Base | undefined,
): ResourceWrite['unique'] => {
  const fields = deltaOf(
    resourceType.unique.map(field => ({ path: field, steps: [field] })),
    before,
    after,
    Number.POSITIVE_INFINITY,
  );
  const { claims } = resourceType.definition;
  if (claims === undefined) return fields;
  const { added, removed } = claimsDelta(claims, before, after);
  return { added: [...fields.added, ...added], removed: [...fields.removed, ...removed] };
};

type PathsByMember = ReadonlyMap<string, readonly SchemaPath[]>;

/** What members of a resource refer to, itself left out: a State may be its own successor and can still be deleted. */
const targetsOf = (
  resourceType: ResourceType,
  resource: Base | undefined,
  byMember: PathsByMember,
  isMeant: (member: string) => boolean,
): Set<Target> => {
  const targets = new Set<Target>();
  if (resource === undefined) return targets;
  for (const [member, paths] of byMember)
    if (isMeant(member))
      visitPaths(resource, paths, '', ({ id, key }, { typeId, by }) =>
        targets.add(by === 'key' ? targetByKey(typeId, key as string) : targetById(typeId, id as string)),
      );
  targets.delete(targetById(resourceType.typeId, resource.id));
  return targets;
};

/** Whether a change can matter to references in these members: most touch none. */
const canMatter = (byMember: PathsByMember, touched: ReadonlySet<string> | undefined): boolean => {
  if (touched === undefined) return true;
  for (const member of touched) if (byMember.has(member)) return true;
  return false;
};

const without = (targets: ReadonlySet<Target>, others: ReadonlySet<Target>): Target[] =>
  [...targets].filter(target => !others.has(target));

/** What a resource alone refers to, now and no longer. */
export const exclusiveDelta = (
  resourceType: ResourceType,
  before: Base | undefined,
  after: Base | undefined,
  touched?: ReadonlySet<string>,
): ResourceWrite['exclusive'] => {
  if (resourceType.exclusive.size === 0) return undefined;
  const { holds = () => true } = resourceType.definition;
  const [held, isHeld] = [before !== undefined && holds(before), after !== undefined && holds(after)];
  // What it lets go or takes up as a whole may stand in members that were not touched.
  const isMeant = (member: string): boolean => held !== isHeld || (touched?.has(member) ?? true);
  if (held === isHeld && !canMatter(resourceType.exclusive, touched)) return undefined;
  const [old, now] = [
    targetsOf(resourceType, held ? before : undefined, resourceType.exclusive, isMeant),
    targetsOf(resourceType, isHeld ? after : undefined, resourceType.exclusive, isMeant),
  ];
  const [added, removed] = [without(now, old), without(old, now)];
  return added.length === 0 && removed.length === 0 ? undefined : { added, removed };
};

/**
 * By how much each reference count changes. A resource counts once for a target, however often it names it: what a
 * touched member gained or dropped, another member may hold as well, so those are looked into only if there is something.
 */
export const referenceDelta = (
  resourceType: ResourceType,
  before: Base | undefined,
  after: Base | undefined,
  touched?: ReadonlySet<string>,
): Map<Target, number> => {
  if (!canMatter(resourceType.references, touched)) return new Map();
  const isTouched = (member: string): boolean => touched?.has(member) ?? true;
  const [old, now] = [
    targetsOf(resourceType, before, resourceType.references, isTouched),
    targetsOf(resourceType, after, resourceType.references, isTouched),
  ];
  const [added, removed] = [without(now, old), without(old, now)];
  if (added.length === 0 && removed.length === 0) return new Map();
  const kept =
    touched === undefined
      ? new Set<Target>()
      : targetsOf(resourceType, after, resourceType.references, member => !isTouched(member));
  const delta = new Map<Target, number>();
  for (const target of added) if (!kept.has(target)) delta.set(target, 1);
  for (const target of removed) if (!kept.has(target)) delta.set(target, -1);
  return delta;
};
