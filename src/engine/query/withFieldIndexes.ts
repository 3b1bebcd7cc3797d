import { customFieldIndex } from '../define/customFieldIndex.js';
import type { IndexedPath } from '../define/ResourceSchema.js';
import type { QueryScope } from './QueryScope.js';

/**
 * Runs a query with the complete indexes of the custom fields at some paths. Undefined where there is none, or where one
 * was removed during the query, since a removed index misses later resources.
 */
export const withFieldIndexes = async <T>(
  { store, projectKey, resourceType: { typeId } }: QueryScope,
  paths: readonly string[],
  run: (indexes: ReadonlyMap<string, IndexedPath>) => Promise<T>,
): Promise<T | undefined> => {
  const before = await store.fieldIndexBuilds(projectKey, typeId, paths);
  const complete = paths.filter((_, at) => before[at] !== null);
  if (complete.length === 0) return undefined;
  const result = await run(new Map(complete.map(path => [path, customFieldIndex(path)])));
  const after = await store.fieldIndexBuilds(projectKey, typeId, paths);
  return before.every((build, at) => build === null || build === after[at]) ? result : undefined;
};
