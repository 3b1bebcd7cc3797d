import { fail } from '../../../base/errors/ApiError.js';
import { type ActionTable, action, set, unchanged } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Flag, Key, Locale, Optional, Text } from '../../../engine/schema/primitives.js';
import { type Identifier, ResourceIdentifier, type TypedIdentifier } from '../../../engine/schema/reference.js';
import { customFieldActions, resourceCustomFields } from '../shared/customFieldActions.js';
import { Rating } from '../shared/reviewRatingStatistics.js';
import { assertWorkflowTransition, type WorkflowState, workflowStateOf } from '../shared/workflow.js';
import { type Review, type ReviewTarget, TargetIdentifier } from './members.js';

interface ReviewState extends WorkflowState {
  readonly roles?: readonly string[];
}

/** The State of a review, and whether the rating counts in it. */
export const stateMembers = (identifier: Identifier, context: Context) => ({
  state: workflowStateOf(identifier, context, 'ReviewState', 'Reviews'),
  includedInStatistics:
    context.load<ReviewState>('state', identifier).roles?.includes('ReviewIncludedInStatistics') === true,
});

/** The product or channel that a draft or an action names. */
export const targetNeeds = (target: TargetIdentifier | undefined): TypedIdentifier[] => {
  if (target === undefined) return [];
  const { id, key } = target;
  if (id === undefined && key === undefined)
    throw fail('RequiredField', { field: 'target.id', expected: 'either id or key identifies the resource' });
  if (id !== undefined && key !== undefined)
    throw fail('InvalidJsonInput', { message: "'target' has both id and key; expected one of them." });
  return [target];
};

export const targetOf = (target: TargetIdentifier, context: Context): ReviewTarget =>
  context.reference(target.typeId, target) as ReviewTarget;

const setTarget = action(
  { target: Optional(TargetIdentifier) },
  (review: Review, { target: given }, context) => {
    const target = given && targetOf(given, context);
    return sameValue(review.target, target) ? unchanged : { set: { target } };
  },
  (_review, { target }: { readonly target?: TargetIdentifier }) => targetNeeds(target),
);

const setCustomer = action(
  { customer: Optional(ResourceIdentifier('customer')) },
  (review: Review, { customer: given }, context) => {
    const customer = given && context.reference('customer', given);
    return sameValue(review.customer, customer) ? unchanged : { set: { customer } };
  },
);

const transitionState = action(
  { state: ResourceIdentifier('state', { load: true }), force: Optional(Flag) },
  (review: Review, { state: identifier, force = false }, context) => {
    const { state: oldState, includedInStatistics: oldIncludedInStatistics, target } = review;
    const { state: newState, includedInStatistics } = stateMembers(identifier, context);
    const current = oldState && context.load<WorkflowState>('state', { id: oldState.id });
    if (!force) assertWorkflowTransition(current, context.load<WorkflowState>('state', identifier), 'A review');
    return {
      set: { state: newState, includedInStatistics },
      messages: [
        {
          type: 'ReviewStateTransition',
          oldState,
          newState,
          oldIncludedInStatistics,
          newIncludedInStatistics: includedInStatistics,
          target,
          force,
        },
      ],
    };
  },
  ({ state }: Review) => (state === undefined ? [] : [state]),
);

/** Refuses a review that has neither a title nor a text nor a rating. */
export const assertContent = ({ title, text, rating }: Partial<Pick<Review, 'title' | 'text' | 'rating'>>): void => {
  if (title === undefined && text === undefined && rating === undefined)
    throw fail('InvalidInput', { message: 'A review has a title, a text or a rating; none of them is given.' });
};

export const actions: ActionTable<Review> = {
  setKey: set<Review>('key', Key),
  setAuthorName: set<Review>('authorName', Text),
  setTitle: set<Review>('title', Text),
  setText: set<Review>('text', Text),
  setLocale: set<Review>('locale', Locale),
  setRating: set<Review>('rating', Rating, ({ rating: oldRating, includedInStatistics, target }, newRating) => ({
    type: 'ReviewRatingSet',
    oldRating,
    newRating,
    includedInStatistics,
    target,
  })),
  setTarget,
  setCustomer,
  transitionState,
  ...customFieldActions('', resourceCustomFields<Review>('review')),
};
