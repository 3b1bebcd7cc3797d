/** The entries of resources in the indexes of custom fields. */
import { customFieldDelta } from '../engine/commit/customFieldDelta.js';
import { indexDelta } from '../engine/commit/indexDelta.js';
import { isCustomFieldPath } from '../engine/define/customFieldIndex.js';
import type { ResourceType } from '../engine/define/ResourceType.js';
import type { FieldValue } from '../store/ChangeSet.js';
import { type FieldIndexName, fieldIndexName } from '../store/fieldIndexName.js';
import type { ListKey } from '../store/StoredKeys.js';
import type { StoredResource, VerificationRun } from './VerificationRun.js';

/** The entries that a resource may have, in declared indexes and in those of custom fields. */
export const possibleEntries = (resourceType: ResourceType, resource: StoredResource): readonly FieldValue[] => [
  ...indexDelta(resourceType, undefined, resource).added,
  ...(customFieldDelta(resourceType, undefined, resource)?.added ?? []),
];

/** The entries that a resource must have: those of custom fields only where their index is complete. */
export const requiredEntries = async (
  { store, projectKey }: VerificationRun,
  resourceType: ResourceType,
  resource: StoredResource,
): Promise<readonly FieldValue[]> => {
  const declared = indexDelta(resourceType, undefined, resource).added;
  const values = customFieldDelta(resourceType, undefined, resource)?.added ?? [];
  if (values.length === 0) return declared;
  const paths = [...new Set(values.map(({ path }) => path))];
  const builds = await store.fieldIndexBuilds(projectKey, resourceType.typeId, paths);
  const complete = new Set(paths.filter((_, at) => builds[at] !== null));
  return [...declared, ...values.filter(({ path }) => complete.has(path))];
};

/**
 * What a list of the index of a custom field is to the project: part of an index, part of a removed index that is being
 * deleted, or part of none. Undefined for other lists.
 */
export const fieldListStatus = async (
  { projectKey, fieldIndexes }: VerificationRun,
  list: ListKey,
): Promise<'indexed' | 'removed' | 'unknown' | undefined> => {
  if (list.kind !== 'index' || !isCustomFieldPath(list.path)) return undefined;
  const includesList = (indexes: readonly FieldIndexName[]): boolean =>
    indexes.some(index => fieldIndexName(index) === fieldIndexName(list));
  // A removed index leaves the states and joins the removals at once: read first, the states cannot lack both.
  if (includesList(await fieldIndexes.states(projectKey))) return 'indexed';
  return includesList(await fieldIndexes.removals(projectKey)) ? 'removed' : 'unknown';
};
