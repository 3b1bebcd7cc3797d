import type { FindReferences } from '../schema/compilePaths.js';
import { type Target, targetById, targetByKey } from '../../store/target.js';
import type { Base } from '../define/Base.js';
import type { ResourceSchema } from '../define/ResourceSchema.js';
import type { ResourceWrite } from '../../store/ChangeSet.js';
import type { ResourceType } from '../define/ResourceType.js';
import { sharedElements, sharedOf, unsharedOf } from '../document/arrayChange.js';

type FindByMember = ReadonlyMap<string, FindReferences>;

const addTargets = (targets: Set<Target>, find: FindReferences, value: unknown): void => {
  if (value === undefined) return;
  for (const { object, mark } of find(value))
    targets.add(
      mark.by === 'key' ? targetByKey(mark.typeId, String(object.key)) : targetById(mark.typeId, String(object.id)),
    );
};

const memberOf = (resource: Base | undefined, member: string): unknown => resource?.[member as keyof Base];

/**
 * The targets that some members refer to, without the resource itself: a State may be its own successor and can still
 * be deleted.
 */
const targetsOf = (
  { typeId }: ResourceSchema,
  resource: Base | undefined,
  byMember: FindByMember,
  includes: (member: string) => boolean,
): Set<Target> => {
  const targets = new Set<Target>();
  if (resource === undefined) return targets;
  for (const [member, find] of byMember) if (includes(member)) addTargets(targets, find, memberOf(resource, member));
  targets.delete(targetById(typeId, resource.id));
  return targets;
};

/** Tells whether a change of members can affect references; most changes do not. */
const affectsReferences = (byMember: FindByMember, changed: ReadonlySet<string> | undefined): boolean => {
  if (changed === undefined) return true;
  for (const member of changed) if (byMember.has(member)) return true;
  return false;
};

const targetsWithout = (targets: ReadonlySet<Target>, others: ReadonlySet<Target>): Target[] =>
  [...targets].filter(target => !others.has(target));

/** A value whose references a change leaves as they are. */
interface KeptValue {
  readonly find: FindReferences;
  readonly value: unknown;
}

/** Deletes the targets that kept values refer to; the search ends when none is left. */
const deleteKept = (targets: Map<Target, number>, kept: Iterable<KeptValue>): void => {
  const found = new Set<Target>();
  for (const { find, value } of kept) {
    if (targets.size === 0) return;
    addTargets(found, find, value);
    for (const target of found) targets.delete(target);
    found.clear();
  }
};

/**
 * Returns the changes of reference counts; `changed` holds the changed members, absent for all. A resource counts once
 * for a target, however often it names it: a member or an element of a list that did not change may hold a target that
 * a changed one gained or dropped, so those are read only when there is such a target.
 */
export const referenceDelta = (
  { references, typeId }: ResourceSchema,
  before: Base | undefined,
  after: Base | undefined,
  changed?: ReadonlySet<string>,
): Map<Target, number> => {
  const delta = new Map<Target, number>();
  if (!affectsReferences(references, changed)) return delta;
  const [targetsBefore, targetsAfter] = [new Set<Target>(), new Set<Target>()];
  const kept: KeptValue[] = [];
  for (const [member, find] of references) {
    const [old, next] = [memberOf(before, member), memberOf(after, member)];
    if (changed?.has(member) === false) {
      kept.push({ find, value: next });
    } else if (Array.isArray(old) && Array.isArray(next)) {
      const shared = sharedElements(old, next);
      addTargets(targetsBefore, find, unsharedOf(old, shared));
      addTargets(targetsAfter, find, unsharedOf(next, shared));
      for (const element of sharedOf(next, shared)) kept.push({ find, value: [element] });
    } else {
      addTargets(targetsBefore, find, old);
      addTargets(targetsAfter, find, next);
    }
  }
  for (const target of targetsAfter) if (!targetsBefore.has(target)) delta.set(target, 1);
  for (const target of targetsBefore) if (!targetsAfter.has(target)) delta.set(target, -1);
  const { id } = (before ?? after)!;
  delta.delete(targetById(typeId, id));
  deleteKept(delta, kept);
  return delta;
};

/**
 * The targets that only this resource may refer to, as it gains and loses them; `changed` are the changed members,
 * absent for all.
 */
export const exclusiveDelta = (
  resourceType: ResourceType,
  before: Base | undefined,
  after: Base | undefined,
  changed?: ReadonlySet<string>,
): ResourceWrite['exclusive'] => {
  const { exclusive, definition } = resourceType;
  if (exclusive.size === 0) return undefined;
  const { holdsTargets: holds = () => true } = definition.claims ?? {};
  const [heldBefore, heldAfter] = [before !== undefined && holds(before), after !== undefined && holds(after)];
  if (heldBefore === heldAfter && !affectsReferences(exclusive, changed)) return undefined;
  // Where the resource takes up or releases all its targets, they may stand in members that did not change.
  const includes = (member: string): boolean => heldBefore !== heldAfter || (changed?.has(member) ?? true);
  const targetsBefore = targetsOf(resourceType, heldBefore ? before : undefined, exclusive, includes);
  const targetsAfter = targetsOf(resourceType, heldAfter ? after : undefined, exclusive, includes);
  const added = targetsWithout(targetsAfter, targetsBefore);
  const removed = targetsWithout(targetsBefore, targetsAfter);
  return added.length === 0 && removed.length === 0 ? undefined : { added, removed };
};
