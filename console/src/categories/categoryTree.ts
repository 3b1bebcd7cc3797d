import type { Category } from './useCategories';

export type CategoryTree = ReadonlyMap<string | undefined, readonly Category[]>;

/** The categories by the id of their parent; those without one, and those whose parent is not loaded, by `undefined`. */
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
