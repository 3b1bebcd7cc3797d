/** Statistics of the ratings in the reviews of a product or a channel. */
import type { Static } from '@sinclair/typebox';
import { Named } from '../../../engine/schema/Named.js';
import { Decimal, IntegerFrom, Shape } from '../../../engine/schema/primitives.js';
import { Type } from '../../../engine/schema/Type.js';

const ratingMax = 100;
/** A number of stars, a percentage, or a like (+1) or dislike (-1). */
export const Rating = IntegerFrom(-ratingMax, ratingMax);
const Count = IntegerFrom(0, Number.MAX_SAFE_INTEGER);

export const ReviewRatingStatistics = Named(
  'ReviewRatingStatistics',
  Shape({
    averageRating: Decimal,
    highestRating: Rating,
    lowestRating: Rating,
    count: Count,
    /** The number of reviews with each rating. */
    ratingsDistribution: Type.Unsafe<Readonly<Record<string, number>>>({
      type: 'object',
      additionalProperties: Count,
    }),
  }),
);
export type ReviewRatingStatistics = Static<typeof ReviewRatingStatistics>;

/** A rating that is added to the statistics, or taken out of them. */
export interface RatingChange {
  readonly rating: number;
  readonly by: 1 | -1;
}

const averageDecimals = 1e5;

/** The statistics after some changes; undefined where no rating is left. */
export const changeStatistics = (
  statistics: ReviewRatingStatistics | undefined,
  changes: readonly RatingChange[],
): ReviewRatingStatistics | undefined => {
  const counts = new Map<number, number>(
    Object.entries(statistics?.ratingsDistribution ?? {}).map(([rating, count]) => [Number(rating), count]),
  );
  for (const { rating, by } of changes) counts.set(rating, (counts.get(rating) ?? 0) + by);
  const rated = [...counts].filter(([, count]) => count > 0).sort(([one], [other]) => one - other);
  const [lowest, highest] = [rated[0], rated.at(-1)];
  if (lowest === undefined || highest === undefined) return undefined;
  const count = rated.reduce((sum, [, each]) => sum + each, 0);
  const sum = rated.reduce((all, [rating, each]) => all + rating * each, 0);
  return {
    averageRating: Math.round((sum / count) * averageDecimals) / averageDecimals,
    highestRating: highest[0],
    lowestRating: lowest[0],
    count,
    ratingsDistribution: Object.fromEntries(rated.map(([rating, each]) => [String(rating), each])),
  };
};
