import { useList } from '@refinedev/core';
import type { Reference, Resource } from '../api/Resource';
import { useProjectKey } from '../session/useProjectKey';

export interface Category extends Resource {
  readonly parent?: Reference;
  readonly ancestors: readonly Reference[];
  readonly orderHint: string;
}

/** The most that the API returns at once. */
export const categoriesMax = 500;

export interface LoadedCategories {
  /** Undefined until they are loaded. */
  readonly categories: readonly Category[] | undefined;
  readonly total: number;
  readonly error: unknown;
}

/** Categories in the order of their hints: all of a project, or those that a predicate finds. */
export const useCategories = (where?: string, isEnabled = true): LoadedCategories => {
  const projectKey = useProjectKey();
  const { result, query } = useList<Category>({
    resource: 'categories',
    pagination: { pageSize: categoriesMax },
    sorters: [
      { field: 'orderHint', order: 'asc' },
      { field: 'createdAt', order: 'asc' },
    ],
    filters: where === undefined ? [] : [{ field: 'where', operator: 'eq', value: where }],
    errorNotification: false,
    queryOptions: { enabled: isEnabled },
    meta: { projectKey, expand: where === undefined ? [] : ['ancestors[*]'] },
  });
  return { categories: query.isSuccess ? result.data : undefined, total: result.total ?? 0, error: query.error };
};
