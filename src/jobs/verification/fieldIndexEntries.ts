/** The entries of resources in the indexes of custom fields. */
import type { FieldValue } from '../../store/ChangeSet.js';
import { customFieldDelta, indexDelta } from '../../engine/commit/indexDeltas.js';
import { isCustomFieldPath } from '../../engine/define/compileIndexes.js';
import type { ResourceType } from '../../engine/define/ResourceType.js';
import { type FieldIndexName, fieldIndexName } from '../../store/FieldIndexes.js';
import type { ListKey } from '../../store/StoredKeys.js';
import type { StoredResource, VerificationRun } from './VerificationRun.js';

export const hasFieldValue = (values: readonly FieldValue[], { path, value }: FieldValue): boolean =>
  values.some(each => each.path === path && each.value === value);

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
 * Tells how a list of the index of a custom field belongs to the project: as part of an index, as part of a removed
 * index that is being deleted, or not at all. Undefined for other lists.
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
