import type { FindReferences } from '../schema/compilePaths.js';
import { type Target, targetById, targetByKey } from '../../store/target.js';
import type { Base } from '../define/Base.js';
import type { ResourceSchema } from '../define/ResourceSchema.js';
import type { ResourceWrite } from '../../store/ChangeSet.js';
import type { ResourceType } from '../define/ResourceType.js';

type FindByMember = ReadonlyMap<string, FindReferences>;

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
  for (const [member, find] of byMember) {
    const value = includes(member) ? resource[member as keyof Base] : undefined;
    if (value === undefined) continue;
    for (const { object, mark } of find(value))
      targets.add(
        mark.by === 'key' ? targetByKey(mark.typeId, String(object.key)) : targetById(mark.typeId, String(object.id)),
      );
  }
  targets.delete(targetById(typeId, resource.id));
  return targets;
};

/** Whether a change of members can affect references in others: most changes affect none. */
const affectsReferences = (byMember: FindByMember, changed: ReadonlySet<string> | undefined): boolean => {
  if (changed === undefined) return true;
  for (const member of changed) if (byMember.has(member)) return true;
  return false;
};

const targetsWithout = (targets: ReadonlySet<Target>, others: ReadonlySet<Target>): Target[] =>
  [...targets].filter(target => !others.has(target));

/**
 * How each reference count changes; `changed` are the changed members, absent for all. A resource counts once for a
 * target, however often it names it: a member that did not change may hold a target that a changed one gained or
 * dropped, so those are read only when there is such a target.
 */
export const referenceDelta = (
  resourceType: ResourceSchema,
  before: Base | undefined,
  after: Base | undefined,
  changed?: ReadonlySet<string>,
): Map<Target, number> => {
  const { references } = resourceType;
  if (!affectsReferences(references, changed)) return new Map();
  const isChanged = (member: string): boolean => changed?.has(member) ?? true;
  const targetsBefore = targetsOf(resourceType, before, references, isChanged);
  const targetsAfter = targetsOf(resourceType, after, references, isChanged);
  const added = targetsWithout(targetsAfter, targetsBefore);
  const removed = targetsWithout(targetsBefore, targetsAfter);
  if (added.length === 0 && removed.length === 0) return new Map();
  const kept =
    changed === undefined
      ? new Set<Target>()
      : targetsOf(resourceType, after, references, member => !isChanged(member));
  const delta = new Map<Target, number>();
  for (const target of added) if (!kept.has(target)) delta.set(target, 1);
  for (const target of removed) if (!kept.has(target)) delta.set(target, -1);
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
  const { holds = () => true } = definition;
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
