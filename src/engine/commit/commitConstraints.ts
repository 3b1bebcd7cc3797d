/** What a commit needs of others, by name: enough to tell whose change a refusal of the commit is about. */
import type { ErrorEntry } from '../../errors/ApiError.js';
import type { ChangeSet } from '../../store/ChangeSet.js';
import { targetById, targetByKey } from '../../store/target.js';

const uniqueNeed = (field: unknown, value: unknown): string => `unique ${String(field)}=${String(value)}`;
const referenceNeed = (target: string): string => `exists ${target}`;
const unreferenced = 'unreferenced';

/** What the first write of a change set needs, and its references. */
export const constraintsOf = ({ writes, references }: ChangeSet): ReadonlySet<string> => {
  const needs = new Set<string>();
  for (const { path, value, refusal } of writes[0]!.unique.added)
    needs.add(uniqueNeed(refusal?.field ?? path, refusal?.duplicateValue ?? value));
  for (const [target, delta] of references) if (delta > 0) needs.add(referenceNeed(target));
  if (writes[0]!.unreferenced === true) needs.add(unreferenced);
  return needs;
};

/** The need that a refusal of the commit is about; undefined for another kind of refusal. */
export const constraintOf = ({ code, field, duplicateValue, typeId, id, key }: ErrorEntry): string | undefined => {
  switch (code) {
    case 'DuplicateField':
      return uniqueNeed(field, duplicateValue);
    case 'ReferencedResourceNotFound':
      return referenceNeed(
        id === undefined ? targetByKey(String(typeId), String(key)) : targetById(String(typeId), String(id)),
      );
    case 'ReferenceExists':
      return unreferenced;
    default:
      return undefined;
  }
};
