/** Keeps the statistics of products and channels right: a change of a review changes them in the same commit. */
import type { BeforeCommit, CompanionUpdate } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadStored } from '../../../engine/loadResources.js';
import { changeStatistics, type RatingChange, type ReviewRatingStatistics } from '../shared/reviewRatingStatistics.js';
import type { Review, ReviewTarget } from './members.js';

interface TargetChange extends RatingChange {
  readonly target: ReviewTarget;
}

/** The rating that a review gives to its target, if it does. */
const ratingOf = (review: Review | undefined, by: RatingChange['by']): TargetChange[] => {
  if (review === undefined) return [];
  const { target, rating, includedInStatistics } = review;
  return target === undefined || rating === undefined || !includedInStatistics ? [] : [{ target, rating, by }];
};

interface Rated {
  readonly reviewRatingStatistics?: ReviewRatingStatistics;
}

/** The updates of the targets of a review before and after a change. */
export const statisticsUpdates = async (
  access: ResourceAccess,
  projectKey: string,
  before: Review | undefined,
  after: Review | undefined,
): Promise<CompanionUpdate[]> => {
  const [[old], [next]] = [ratingOf(before, -1), ratingOf(after, 1)];
  const isSame = old?.rating === next?.rating && old?.target.id === next?.target.id;
  const changes = isSame ? [] : [old, next].filter(change => change !== undefined);
  const targets = new Map(changes.map(({ target }) => [`${target.typeId}/${target.id}`, target]));
  const updates: CompanionUpdate[] = [];
  for (const { typeId, id } of targets.values()) {
    const stored = await loadStored(access, projectKey, typeId, id);
    // The commit refuses a reference to a target that does not exist.
    if (stored === undefined) continue;
    const { reviewRatingStatistics: statistics } = stored.resource as Rated;
    const own = changes.filter(({ target }) => target.typeId === typeId && target.id === id);
    updates.push({ typeId, stored, set: { reviewRatingStatistics: changeStatistics(statistics, own) } });
  }
  return updates;
};

export const beforeCommit: BeforeCommit<Review> = async (access, { projectKey, before, after }) => ({
  updates: await statisticsUpdates(access, projectKey, before, after),
});
