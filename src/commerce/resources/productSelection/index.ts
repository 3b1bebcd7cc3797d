import type { Removal } from '../../../engine/define/DefinitionGroups.js';
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
const companions: Removal<ProductSelection>['companions'] = async (access, projectKey, selection) => ({
  removals: await assignmentRemovals(access, projectKey, selection),
});

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
  removal: { messages: () => [{ type: 'ProductSelectionDeleted' }], companions },
  search: {
    // A selection that excludes products offers all others from its creation on.
    dependents: ['product'],
    isAffected: () => false,
  },
  stamps: ({ mode }) => (mode === 'IndividualExclusion' ? ['excluding-selections'] : []),
  behindReferences: 'it tells what the merchant offers to others',
});
