import type { FindReferences } from '../../schema/compilePaths.js';
import { type Target, targetById, targetByKey } from '../../store/target.js';
import type { Base } from '../define/Base.js';
import type { ResourceSchema } from '../define/ResourceSchema.js';

export type FindByMember = ReadonlyMap<string, FindReferences>;

/**
 * The targets that some members refer to, without the resource itself: a State may be its own successor and can still
 * be deleted.
 */
export const targetsOf = (
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
export const affectsReferences = (byMember: FindByMember, changed: ReadonlySet<string> | undefined): boolean => {
  if (changed === undefined) return true;
  for (const member of changed) if (byMember.has(member)) return true;
  return false;
};

export const targetsWithout = (targets: ReadonlySet<Target>, others: ReadonlySet<Target>): Target[] =>
  [...targets].filter(target => !others.has(target));
