/** The chain of parents of categories, which `ancestors` shows, as it is now. */
import type { Base, StoredResource } from '../../../engine/define/Base.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadManyStored } from '../../../engine/loadResources.js';
import { StaleReadError } from '../../../store/unavailableErrors.js';

type Reader = Pick<ResourceAccess, 'store' | 'resourceTypes'>;

interface CategoryReference {
  readonly typeId: 'category';
  readonly id: string;
}

/** The members of a category that the tree reads. */
interface CategoryNode extends Base {
  readonly key?: string;
  readonly parent?: CategoryReference;
  readonly ancestors: readonly CategoryReference[];
}

/** A stored category with its document. */
export type StoredCategory = StoredResource & { readonly resource: CategoryNode };

export type CategoriesById = ReadonlyMap<string, StoredCategory>;

/** Loads categories and all above them: mostly in two reads, since stored ancestors tell what else is needed. */
export const loadWithAncestors = async (
  access: Reader,
  projectKey: string,
  ids: readonly string[],
): Promise<CategoriesById> => {
  const found = new Map<string, StoredCategory>();
  const tried = new Set<string>(ids);
  for (let wanted = [...tried]; wanted.length > 0; ) {
    const next = new Set<string>();
    for (const [id, stored] of await loadManyStored<StoredCategory>(access, projectKey, 'category', wanted)) {
      found.set(id, stored);
      const { parent, ancestors } = stored.resource;
      for (const above of [...ancestors, ...(parent === undefined ? [] : [parent])])
        if (!tried.has(above.id)) next.add(above.id);
    }
    for (const id of next) tried.add(id);
    wanted = [...next];
  }
  return found;
};

/** The categories from the root to the one with the id; undefined where reads at different times give a circle. */
export const chainTo = (categories: CategoriesById, id: string | undefined): StoredCategory[] | undefined => {
  const chain: StoredCategory[] = [];
  for (let next = id; next !== undefined; ) {
    const category = categories.get(next);
    if (category === undefined) break;
    if (chain.includes(category)) return undefined;
    chain.push(category);
    next = category.resource.parent?.id;
  }
  return chain.reverse();
};

const versionsOf = (categories: CategoriesById): string =>
  [...categories]
    .map(([id, { resource }]) => `${id} ${resource.version}`)
    .sort()
    .join();

const readsMax = 10;

/**
 * Loads categories and their ancestors as they were at one moment: if two reads find the same versions, so it was
 * between them.
 */
export const loadAtOneTime = async (
  access: Reader,
  projectKey: string,
  ids: readonly string[],
): Promise<CategoriesById> => {
  let last = await loadWithAncestors(access, projectKey, ids);
  for (let count = 1; count < readsMax; count++) {
    const again = await loadWithAncestors(access, projectKey, ids);
    if (versionsOf(last) === versionsOf(again)) return again;
    last = again;
  }
  throw new StaleReadError();
};

/** The references from the root to a parent. */
export const toReferences = (chain: readonly StoredCategory[]): CategoryReference[] =>
  chain.map(({ resource: { id } }) => ({ typeId: 'category', id }));

/** The ids of the categories below each of the given ones, in the order of creation. */
const childrenOf = async (
  { store }: Pick<ResourceAccess, 'store'>,
  projectKey: string,
  ids: readonly string[],
): Promise<string[]> => {
  const lists = await Promise.all(
    ids.map(value =>
      store.idsInRange(
        projectKey,
        'category',
        { by: 'value', path: 'parent.id', value },
        { from: 0, to: Number.MAX_SAFE_INTEGER },
      ),
    ),
  );
  return lists.flat();
};

/** Bounds the lists whose ids are read at once. */
const listsAtOnce = 100;

/** The ids of all categories below one, level by level. */
export async function* levelsBelow(
  access: Pick<ResourceAccess, 'store'>,
  projectKey: string,
  id: string,
): AsyncGenerator<string[]> {
  // A category that moves meanwhile may be met twice.
  const seen = new Set([id]);
  for (let level = [id]; level.length > 0; ) {
    const next: string[] = [];
    for (let from = 0; from < level.length; from += listsAtOnce)
      for (const child of await childrenOf(access, projectKey, level.slice(from, from + listsAtOnce)))
        if (!seen.has(child)) {
          seen.add(child);
          next.push(child);
        }
    if (next.length > 0) yield next;
    level = next;
  }
}
