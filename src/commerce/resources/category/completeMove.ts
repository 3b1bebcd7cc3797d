/** Stores the ancestors of all categories below a moved one, in bounded steps, and then forgets the move. */
import { serverRequest } from '../../../engine/ResourceRequest.js';
import { ApiError, required } from '../../../base/errors/ApiError.js';
import type { Engine } from '../../../engine/Engine.js';
import { composeRemoval } from '../../../engine/commit/companionWrites.js';
import { noChange } from '../../../engine/commit/changeSets.js';
import { commitUpdate } from '../../../engine/commit/pipeline.js';
import { loadMany, loadStored } from '../../../engine/loadResources.js';
import { ReferenceCollector, resolveReferences } from '../../../engine/references/resolveReferences.js';
import { levelsBelow } from '../shared/categoryTree.js';
import type { AncestorsEffect, CategoryMove } from './beforeCommit.js';

/** Categories whose ancestors are written at once. */
const categoriesAtOnce = 20;
/** Attempts for a category that clients keep changing. */
const attemptsMax = 20;

const refreshOnce = async (engine: Engine, projectKey: string, id: string): Promise<void> => {
  const stored = await loadStored(engine, projectKey, 'category', id);
  if (stored === undefined) return;
  const request = serverRequest(engine, projectKey, 'category');
  const context = await resolveReferences(engine, await engine.settings(projectKey), new ReferenceCollector());
  const requestedEffects: AncestorsEffect = { refreshesAncestors: true };
  await commitUpdate(
    engine,
    { kind: 'update', request, context, stored },
    { ...noChange, requestedEffects: { ...requestedEffects } },
  );
};

/** A client may change the category between the read and the commit: then it is read again. */
const refreshAncestors = async (engine: Engine, projectKey: string, id: string): Promise<void> => {
  for (let count = 1; ; count++)
    try {
      return await refreshOnce(engine, projectKey, id);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status >= 500 || count === attemptsMax) throw error;
    }
};

/** The project of a move. `pause` is awaited between two steps and may throw to interrupt the move. */
export interface MoveCompletion {
  readonly engine: Engine;
  readonly projectKey: string;
  readonly pause: () => Promise<void>;
}

/** Stores the ancestors of the categories below. A second run starts from the top and finds most of them correct. */
export const storeAncestorsBelow = async (
  { engine, projectKey, pause }: MoveCompletion,
  { categoryId }: Pick<CategoryMove, 'categoryId'>,
): Promise<void> => {
  for await (const level of levelsBelow(engine, projectKey, categoryId))
    for (let from = 0; from < level.length; from += categoriesAtOnce) {
      await Promise.all(level.slice(from, from + categoriesAtOnce).map(id => refreshAncestors(engine, projectKey, id)));
      await pause();
    }
};

export const loadMove = async (engine: Engine, projectKey: string, id: string): Promise<CategoryMove | undefined> =>
  (await loadMany<CategoryMove>(engine, projectKey, 'category-move', [id])).get(id);

export const forgetMove = async (engine: Engine, projectKey: string, move: CategoryMove): Promise<void> => {
  const resourceType = required(engine.resourceTypes.get('category-move'), 'the resource type of moves');
  await engine.store.commit(composeRemoval(engine, projectKey, resourceType, [move]));
};
