import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import { defineResource } from '../../../engine/define/defineResource.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { Shape, Text } from '../../../engine/schema/primitives.js';
import { limits } from '../../../base/config/limits.js';
import { invalidOperation } from '../../../base/errors/ApiError.js';
import type { Removal } from '../../../engine/define/DefinitionGroups.js';
import { loadManyStored } from '../../../engine/loadResources.js';
import {
  levelsBelow,
  type StoredCategory,
  chainTo,
  loadAtOneTime,
  loadWithAncestors,
  toReferences,
} from '../shared/categoryTree.js';
import type { Category } from './members.js';
import { WorkTime } from '../../../base/shedding/WorkTime.js';
import type {
  BeforeCommit,
  BeforeCommitInput,
  BeforeCommitResult,
  CompanionUpdate,
} from '../../../engine/define/BeforeCommit.js';
import { StaleReadError } from '../../../store/unavailableErrors.js';
import { assertUniqueKeys } from '../shared/listElements.js';

const CategoryMoveMembers = Shape({
  /** The category that got another parent. */
  categoryId: Text,
});

export type CategoryMove = Base & Static<typeof CategoryMoveMembers>;

/**
 * Records that a commit gave a category another parent: the stored ancestors of categories below may be outdated until
 * the job `category-moves` deletes the record (docs/decisions/categories.md).
 */
export const categoryMove = defineResource<CategoryMove>({
  typeId: 'category-move',
  path: 'category-moves',
  scopes: { read: ['view_categories'], write: ['manage_categories'] },
  resource: CategoryMoveMembers,
  storage: { immutable: true },
  routes: 'none',
});

/** Tells whether stored ancestors may be outdated. */
export const hasMoves = async ({ store }: Pick<ResourceAccess, 'store'>, projectKey: string): Promise<boolean> =>
  (await store.idsInRange(projectKey, 'category-move', { by: 'id' }, { from: 0, to: 1 })).length > 0;

/** The categories below a deleted one: programs of the vendor delete root categories only. */
export const companionRemovals: Removal<Category>['companions'] = async (access, projectKey, { id }) => {
  const ids: string[] = [];
  for await (const level of levelsBelow(access, projectKey, id)) {
    ids.push(...level);
    if (ids.length > limits.categoriesDeletedAtOnceMax)
      throw invalidOperation(
        `The category '${id}' has more than ${limits.categoriesDeletedAtOnceMax} categories below it, ` +
          'which are deleted with it. Delete some of these first.',
      );
  }
  const below = await loadManyStored<StoredCategory>(access, projectKey, 'category', ids);
  const resources = [...below.values()].map(({ resource }) => resource);
  return { removals: [{ typeId: 'category', resources, retryIfStale: true }] };
};

type Input = BeforeCommitInput<Category>;

/** The effect that the job `category-moves` requests: the commit stores the current ancestors. */
export interface AncestorsEffect {
  readonly refreshesAncestors?: true;
}

const isInCircle = (chain: readonly StoredCategory[] | undefined, before: Category | undefined): boolean =>
  chain === undefined || chain.some(({ resource: { id } }) => id === before?.id);

/**
 * Reads the categories above one. Others may move during the read, so a circle is refused only after a second read of
 * the categories as they were at one time.
 */
const readChain = async (access: ResourceAccess, { projectKey, before, after }: Input): Promise<StoredCategory[]> => {
  const parentId = after.parent?.id;
  if (parentId === undefined) return [];
  const chain = chainTo(await loadWithAncestors(access, projectKey, [parentId]), parentId);
  if (!isInCircle(chain, before)) return chain!;
  const confirmed = chainTo(await loadAtOneTime(access, projectKey, [parentId]), parentId);
  if (!isInCircle(confirmed, before)) throw new StaleReadError();
  throw invalidOperation(
    `The category '${before?.id}' cannot be moved below the category '${parentId}', which is below it or is the ` +
      'category itself.',
  );
};

const assertLevels = (count: number): void => {
  if (count > limits.categoryLevelsMax)
    throw invalidOperation(`Categories have at most ${limits.categoryLevelsMax} levels; there would be ${count}.`);
};

/** Returns the updates of the categories below the moved one; those that moved away meanwhile are left out. */
const updatesBelow = async (
  access: ResourceAccess,
  projectKey: string,
  ids: readonly string[],
  moved: string,
  ancestors: Category['ancestors'],
): Promise<CompanionUpdate[]> => {
  const below = await loadManyStored<StoredCategory>(access, projectKey, 'category', ids);
  return [...below.values()].flatMap(stored => {
    const chain = chainTo(below, stored.resource.parent?.id) ?? [];
    const top = chain[0] ?? stored;
    if (top.resource.parent?.id !== moved) return [];
    const set = { ancestors: [...ancestors, { typeId: 'category', id: moved }, ...toReferences(chain)] };
    return [{ typeId: 'category', stored, set }];
  });
};

/**
 * Returns the additions of a move to its commit: the new ancestors of a small subtree, and a record for the job, which
 * updates a large subtree and categories that are created below during the move.
 */
const moveBelow = async (
  access: ResourceAccess,
  { projectKey, context, after: { id } }: Input,
  ancestors: Category['ancestors'],
): Promise<BeforeCommitResult<Category>> => {
  const time = new WorkTime(projectKey, access.queryTimeoutMs);
  const ids: string[] = [];
  let levels = ancestors.length + 1;
  for await (const level of levelsBelow(access, projectKey, id)) {
    levels++;
    ids.push(...level);
    await time.pause();
  }
  assertLevels(levels);
  const isSmall = ids.length <= limits.categoriesMovedAtOnceMax;
  return {
    updates: isSmall ? await updatesBelow(access, projectKey, ids, id, ancestors) : [],
    creations: [{ typeId: 'category-move', id: context.newId(), members: { categoryId: id } }],
  };
};

export const beforeCommit: BeforeCommit<Category> = async (access, input) => {
  const { before, after } = input;
  const { refreshesAncestors }: AncestorsEffect = input.requestedEffects;
  assertUniqueKeys(after.assets, 'assets.key');
  for (const { sources } of after.assets) assertUniqueKeys(sources, 'assets.sources.key');
  const isMoved = before !== undefined && before.parent?.id !== after.parent?.id;
  // While other categories move, every update stores the current ancestors, since its response shows them.
  if (
    before !== undefined &&
    !isMoved &&
    refreshesAncestors === undefined &&
    !(await hasMoves(access, input.projectKey))
  )
    return {};
  const chain = await readChain(access, input);
  const ancestors = toReferences(chain);
  if (before === undefined) assertLevels(ancestors.length + 1);
  if (!isMoved && hasAncestors(after, ancestors)) return {};
  const { updates = [], creations } = isMoved ? await moveBelow(access, input, ancestors) : {};
  // The chain must be as it was read: a category above may move at the same time.
  const unchanged = chain.map(stored => ({ typeId: 'category', stored, set: {} }));
  return { set: { ancestors }, updates: [...unchanged, ...updates], creations };
};

const hasAncestors = ({ ancestors: stored }: Category, ancestors: Category['ancestors']): boolean =>
  stored.length === ancestors.length && stored.every(({ id }, at) => id === ancestors[at]?.id);
