/** The constraints that a commit puts on other resources, by name: they tell whose actions caused a refusal. */
import type { ErrorEntry } from '../../errors/ApiError.js';
import type { ChangeSet } from '../../store/ChangeSet.js';
import { targetById, targetByKey } from '../../store/target.js';

const uniqueConstraint = (field: unknown, value: unknown): string => `unique ${String(field)}=${String(value)}`;
const existenceConstraint = (target: string): string => `exists ${target}`;
const unreferencedConstraint = 'unreferenced';

/** The constraints of the first write of a change set, and those of its references. */
export const constraintsOf = ({ writes: [first], references }: ChangeSet): ReadonlySet<string> => {
  const constraints = new Set<string>();
  for (const { path, value, refusal } of first?.unique.added ?? [])
    constraints.add(uniqueConstraint(refusal?.field ?? path, refusal?.duplicateValue ?? value));
  for (const [target, delta] of references) if (delta > 0) constraints.add(existenceConstraint(target));
  if (first?.unreferenced === true) constraints.add(unreferencedConstraint);
  return constraints;
};

/** The constraint that an error is about; undefined for an error of another kind. */
export const constraintOf = ({ code, field, duplicateValue, typeId, id, key }: ErrorEntry): string | undefined => {
  switch (code) {
    case 'DuplicateField':
      return uniqueConstraint(field, duplicateValue);
    case 'ReferencedResourceNotFound':
      return existenceConstraint(
        typeof id === 'string' ? targetById(String(typeId), id) : targetByKey(String(typeId), String(key)),
      );
    case 'ReferenceExists':
      return unreferencedConstraint;
    default:
      return undefined;
  }
};
