import type { ResourceDefinition } from '../../../engine/define/ResourceDefinition.js';
import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { customFieldsOf } from '../shared/customFields.js';
import { actions } from './actions.js';
import { assignmentRemovals, beforeCommit } from './assignments.js';
import { type ProductSelection, ProductSelectionDraft, ProductSelectionMembers } from './members.js';
import { messages } from './messages.js';

const draft = creation<ProductSelection, typeof ProductSelectionDraft>(
  ProductSelectionDraft,
  ({ key, name, mode = 'Individual', custom }, context) => ({
    members: { key, name, productCount: 0, mode, custom: customFieldsOf(custom, 'product-selection', context) },
    messages: productSelection => [{ type: 'ProductSelectionCreated', productSelection }],
  }),
);

/** Deletes the assignments in the commit of the selection. */
const companionRemovals: ResourceDefinition<ProductSelection>['companionRemovals'] = async (
  access,
  projectKey,
  selection,
) => ({ removals: await assignmentRemovals(access, projectKey, selection) });

/** Products that stores offer together. */
export const productSelection = defineResource<ProductSelection>({
  typeId: 'product-selection',
  path: 'product-selections',
  scopes: { read: ['view_product_selections'], write: ['manage_product_selections'] },
  resource: ProductSelectionMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  beforeCommit,
  messages,
  removalMessages: () => [{ type: 'ProductSelectionDeleted' }],
  companionRemovals,
  // A selection that excludes products offers all others from its creation on.
  searchedIn: ['product'],
  changesSearch: () => false,
  stamps: ({ mode }) => (mode === 'IndividualExclusion' ? ['excluding-selections'] : []),
  behindReferences: 'it tells what the merchant offers to others',
});
