import type { Endpoint, ResourceDefinition } from '../../../engine/define/ResourceDefinition.js';
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

const read = ['view_product_selections'];

/** The products of selections, and the selections of products, which are resources of their own. */
const endpoints: readonly Endpoint[] = [
  ...['id', 'key'].flatMap((field): Endpoint[] => {
    const parameter = field === 'id' ? '{id}' : 'key={key}';
    return [
      {
        method: 'GET',
        path: `product-selections/${parameter}/products`,
        verb: 'productsOfSelection',
        scopes: read,
        field,
      },
      {
        method: 'GET',
        path: `products/${parameter}/product-selections`,
        verb: 'selectionsOfProduct',
        scopes: read,
        field,
      },
    ];
  }),
  {
    method: 'GET',
    path: 'product-selection-assignments',
    verb: 'productSelectionAssignments',
    scopes: read,
    inStores: true,
  },
];

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
  scopes: { read, write: ['manage_product_selections'] },
  resource: ProductSelectionMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  endpoints,
  beforeCommit,
  messages,
  removalMessages: () => [{ type: 'ProductSelectionDeleted' }],
  companionRemovals,
  // A selection that excludes products offers all others from its creation on.
  searchedIn: ['product'],
  changesSearch: () => false,
  stamps: ({ mode }) => (mode === 'IndividualExclusion' ? ['excluding-selections'] : []),
  verbs: { remove: 'removeProductSelection' },
  behindReferences: 'it tells what the merchant offers to others',
});
