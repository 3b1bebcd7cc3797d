import { type SchemaPath, visitPaths } from '../../schema/schemaPaths.js';
import { type Target, targetById, targetByKey } from '../../store/target.js';
import type { Base } from '../define/Base.js';
import type { ResourceSchema } from '../define/ResourceSchema.js';

export type PathsByMember = ReadonlyMap<string, readonly SchemaPath[]>;

/**
 * The targets that some members refer to, without the resource itself: a State may be its own successor and can still
 * be deleted.
 */
export const targetsOf = (
  { typeId }: ResourceSchema,
  resource: Base | undefined,
  byMember: PathsByMember,
  includes: (member: string) => boolean,
): Set<Target> => {
  const targets = new Set<Target>();
  if (resource === undefined) return targets;
  for (const [member, paths] of byMember)
    if (includes(member))
      visitPaths(resource, paths, '', ({ id, key }, mark) =>
        targets.add(mark.by === 'key' ? targetByKey(mark.typeId, String(key)) : targetById(mark.typeId, String(id))),
      );
  targets.delete(targetById(typeId, resource.id));
  return targets;
};

/** Whether a change of members can affect references in others: most changes affect none. */
export const affectsReferences = (byMember: PathsByMember, changed: ReadonlySet<string> | undefined): boolean => {
  if (changed === undefined) return true;
  for (const member of changed) if (byMember.has(member)) return true;
  return false;
};

export const targetsWithout = (targets: ReadonlySet<Target>, others: ReadonlySet<Target>): Target[] =>
  [...targets].filter(target => !others.has(target));
