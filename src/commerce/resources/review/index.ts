import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { customFieldsOf } from '../shared/customFields.js';
import { actions, assertContent, stateMembers, targetNeeds, targetOf } from './actions.js';
import { type Review, ReviewDraft, ReviewMembers } from './members.js';
import { messages } from './messages.js';
import { beforeCommit, statisticsUpdates } from './statistics.js';

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
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key', 'uniquenessValue'],
  indexes: ['target.id', 'customer.id', 'state.id'],
  beforeCommit,
  companionRemovals: async (access, projectKey, removed) => ({
    updates: await statisticsUpdates(access, projectKey, removed, undefined),
  }),
  messages,
  erasable: true,
});
