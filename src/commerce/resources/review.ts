import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../engine/define/Base.js';
import { CustomFields, CustomFieldsDraft } from '../../engine/schema/customFields.js';
import { Named } from '../../engine/schema/Named.js';
import { Flag, Key, Locale, OneOf, Optional, Shape, Text } from '../../engine/schema/primitives.js';
import {
  Id,
  Reference,
  ReferenceToOneOf,
  ResourceIdentifier,
  type Identifier,
  type TypedIdentifier,
} from '../../engine/schema/reference.js';
import {
  Rating,
  changeStatistics,
  type RatingChange,
  type ReviewRatingStatistics,
} from './shared/reviewRatingStatistics.js';
import { fail, invalidInput, requiredField } from '../../base/errors/ApiError.js';
import { type ActionTable, action, set, setFrom } from '../../engine/define/actions.js';
import type { Context } from '../../engine/define/Context.js';
import { customFieldActions, resourceCustomFields } from './shared/customFieldActions.js';
import { assertWorkflowTransition, type WorkflowState, workflowStateOf } from './shared/workflow.js';
import { Snapshot } from '../../engine/define/Message.js';
import type { BeforeCommit, CompanionUpdate } from '../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../engine/define/ResourceAccess.js';
import { loadStored } from '../../engine/loadResources.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { customFieldsOf } from './shared/customFields.js';

/** The product or channel that a review is about, which cannot be deleted before its reviews. */
const ReviewTarget = ReferenceToOneOf('product', 'channel');
type ReviewTarget = Static<typeof ReviewTarget>;

/** `typeId` tells which of the two the target is. */
const TargetIdentifier = Named(
  'ReviewTargetIdentifier',
  Shape({ typeId: OneOf(['product', 'channel']), id: Optional(Id), key: Optional(Id) }),
  { input: 'TargetReferenceInput' },
);
type TargetIdentifier = Static<typeof TargetIdentifier>;

const uniquenessLengthMax = 256;
const plain = {
  key: Optional(Key),
  uniquenessValue: Optional({ ...Text, minLength: 1, maxLength: uniquenessLengthMax } as typeof Text),
  locale: Optional(Locale),
  authorName: Optional(Text),
  title: Optional(Text),
  text: Optional(Text),
};

const ReviewMembers = Shape({
  ...plain,
  target: Optional(ReviewTarget),
  includedInStatistics: Flag,
  rating: Optional(Rating),
  state: Optional(Reference('state')),
  customer: Optional(Reference('customer')),
  custom: Optional(CustomFields),
});

const ReviewDraft = Shape({
  ...plain,
  target: Optional(TargetIdentifier),
  rating: Optional(Rating),
  state: Optional(ResourceIdentifier('state', { load: true })),
  customer: Optional(ResourceIdentifier('customer')),
  custom: Optional(CustomFieldsDraft),
});

export type Review = Base & Static<typeof ReviewMembers> & Sends<'review'>;

interface ReviewState extends WorkflowState {
  readonly roles?: readonly string[];
}

/** The State of a review, and whether the rating counts in it. */
const stateMembers = (identifier: Identifier, context: Context) => ({
  state: workflowStateOf(identifier, context, 'ReviewState', 'Reviews'),
  includedInStatistics:
    context.load<ReviewState>('state', identifier).roles?.includes('ReviewIncludedInStatistics') === true,
});

/** The product or channel that a draft or an action names. */
const targetNeeds = (target: TargetIdentifier | undefined): TypedIdentifier[] => {
  if (target === undefined) return [];
  const { id, key } = target;
  if (id === undefined && key === undefined)
    throw requiredField('target.id', 'either id or key identifies the resource');
  if (id !== undefined && key !== undefined)
    throw fail('InvalidJsonInput', { message: "'target' has both id and key; expected one of them." });
  return [target];
};

const targetOf = (target: TargetIdentifier, context: Context): ReviewTarget =>
  context.reference(target.typeId, target) as ReviewTarget;

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
const assertContent = ({ title, text, rating }: Partial<Pick<Review, 'title' | 'text' | 'rating'>>): void => {
  if (title === undefined && text === undefined && rating === undefined)
    throw invalidInput('A review has a title, a text or a rating; none of them is given.');
};

const actions: ActionTable<Review> = {
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
  setTarget: {
    ...setFrom('target', Optional(TargetIdentifier), (target, context) => target && targetOf(target, context)),
    needs: (_, { target }: { readonly target?: TargetIdentifier }) => targetNeeds(target),
  },
  setCustomer: setFrom(
    'customer',
    Optional(ResourceIdentifier('customer')),
    (customer, context) => customer && context.reference('customer', customer),
  ),
  transitionState,
  ...customFieldActions('', resourceCustomFields<Review>('review')),
};

const messages = {
  ReviewCreated: { review: Snapshot<Review>('review') },
  ReviewRatingSet: {
    oldRating: Optional(Rating),
    newRating: Optional(Rating),
    includedInStatistics: Flag,
    target: Optional(ReviewTarget),
  },
  ReviewStateTransition: {
    oldState: Optional(Reference('state')),
    newState: Reference('state'),
    oldIncludedInStatistics: Flag,
    newIncludedInStatistics: Flag,
    target: Optional(ReviewTarget),
    force: Flag,
  },
};

declare module '../../engine/define/Message.js' {
  interface SentMessages {
    readonly review: typeof messages;
  }
}

/** A change of a review changes the statistics of its product or channel in the same commit. */
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
const statisticsUpdates = async (
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

const beforeCommit: BeforeCommit<Review> = async (access, { projectKey, before, after }) => ({
  updates: await statisticsUpdates(access, projectKey, before, after),
});

const draft = creation<Review, typeof ReviewDraft>(
  ReviewDraft,
  ({ target, state, customer, custom, ...members }, context) => {
    assertContent(members);
    return {
      members: {
        ...members,
        target: target && targetOf(target, context),
        ...(state === undefined ? { includedInStatistics: true } : stateMembers(state, context)),
        customer: customer && context.reference('customer', customer),
        custom: customFieldsOf(custom, 'review', context),
      },
      messages: review => [{ type: 'ReviewCreated', review }],
    };
  },
  ({ target }) => targetNeeds(target),
);

/** The opinion of a customer about a product or a channel, with a rating that counts in its statistics. */
export const review = defineResource<Review>({
  typeId: 'review',
  path: 'reviews',
  scopes: { read: ['view_products'], write: ['manage_products'] },
  resource: ReviewMembers,
  draft,
  actions,
  unique: ['key', 'uniquenessValue'],
  indexes: ['target.id', 'customer.id', 'state.id'],
  beforeCommit,
  removal: {
    companions: async (access, projectKey, removed) => ({
      updates: await statisticsUpdates(access, projectKey, removed, undefined),
    }),
    erasable: true,
  },
  messages,
});
