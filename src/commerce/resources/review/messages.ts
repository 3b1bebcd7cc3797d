import { Snapshot } from '../../../engine/define/Message.js';
import { Flag, Optional } from '../../../engine/schema/primitives.js';
import { Reference } from '../../../engine/schema/reference.js';
import { Rating } from '../shared/reviewRatingStatistics.js';
import { type Review, ReviewTarget } from './members.js';

const target = Optional(ReviewTarget);

export const messages = {
  ReviewCreated: { review: Snapshot<Review>('review') },
  ReviewRatingSet: {
    oldRating: Optional(Rating),
    newRating: Optional(Rating),
    includedInStatistics: Flag,
    target,
  },
  ReviewStateTransition: {
    oldState: Optional(Reference('state')),
    newState: Reference('state'),
    oldIncludedInStatistics: Flag,
    newIncludedInStatistics: Flag,
    target,
    force: Flag,
  },
};

declare module '../../../engine/define/Message.js' {
  interface SentMessages {
    readonly review: typeof messages;
  }
}
