import type { Category } from './useCategories';

export type CategoryTree = ReadonlyMap<string | undefined, readonly Category[]>;

/** Groups categories by the id of their parent; by `undefined` if they have none, or if it is not loaded. */
export const byParent = (categories: readonly Category[]): CategoryTree => {
  const ids = new Set(categories.map(({ id }) => id));
  const children = new Map<string | undefined, Category[]>();
  for (const category of categories) {
    const { id } = category.parent ?? {};
    const parent = id !== undefined && ids.has(id) ? id : undefined;
    children.set(parent, [...(children.get(parent) ?? []), category]);
  }
  return children;
};
