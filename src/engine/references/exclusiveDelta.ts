import type { ResourceWrite } from '../../store/ChangeSet.js';
import type { Base } from '../define/Base.js';
import type { ResourceType } from '../define/ResourceType.js';
import { affectsReferences, targetsOf, targetsWithout } from './targetsOf.js';

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
