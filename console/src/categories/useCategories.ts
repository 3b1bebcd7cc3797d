import type { Reference, Resource } from '../api/Resource';
import type { Loads } from '../layout/LoadError';
import { useResources } from '../resources/useResource';

export interface Category extends Resource {
  readonly parent?: Reference;
  readonly ancestors: readonly Reference[];
  readonly orderHint: string;
}

/** Maximum number of results of the API. */
export const categoriesMax = 500;

export interface LoadedCategories {
  /** Undefined until they are loaded. */
  readonly categories: readonly Category[] | undefined;
  readonly total: number;
  readonly query: Loads;
}

/** Returns categories in the order of their hints: all of a project, or those that a predicate matches. */
export const useCategories = (where?: string, isEnabled = true): LoadedCategories => {
  const query = {
    limit: categoriesMax,
    sort: ['orderHint asc', 'createdAt asc'],
    withTotal: true,
    ...(where !== undefined && { where, expand: 'ancestors[*]' }),
  };
  const loaded = useResources<Category>('categories', query, isEnabled);
  return { categories: loaded.data?.results, total: loaded.data?.total ?? 0, query: loaded };
};
