import type { Target } from '../../store/target.js';
import type { Base } from '../define/Base.js';
import type { ResourceSchema } from '../define/ResourceSchema.js';
import { affectsReferences, targetsOf, targetsWithout } from './targetsOf.js';

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
