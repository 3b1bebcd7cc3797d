import { invalidOperation } from '../../../base/errors/ApiError.js';
import { type Action, type ActionTable, action, change, set } from '../../../engine/define/actions.js';
import { Key, LocalizedText } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { customFieldActions, resourceCustomFields } from '../shared/customFieldActions.js';
import { type VariantChoice, variantChoice } from '../productSelectionAssignment.js';
import { type AssignmentChange, assignmentRemovals, beforeCommit } from './assignments.js';
import {
  type ProductSelection,
  type ProductSelectionMode,
  ProductSelectionDraft,
  ProductSelectionMembers,
  messages,
} from './members.js';
import type { Removal } from '../../../engine/define/DefinitionGroups.js';
import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { customFieldsOf } from '../shared/customFields.js';

const product = ResourceIdentifier('product');

/** Requests a change of the assignment of a product, which the commit writes (assignments.ts). */
const changeAssignment = (
  name: string,
  kind: AssignmentChange['kind'],
  mode: ProductSelectionMode,
): Action<ProductSelection> => {
  const member = mode === 'Individual' ? 'variantSelection' : 'variantExclusion';
  return action({ product, [member]: variantChoice[member] }, (selection: ProductSelection, payload, context) => {
    if (selection.mode !== mode)
      throw invalidOperation(
        `The product selection has the mode '${selection.mode}'; ${name} takes one with the mode '${mode}'.`,
      );
    const { product: identifier, ...variants } = payload as { product: { id?: string } } & VariantChoice;
    const assignment: AssignmentChange = { kind, product: context.reference('product', identifier), variants };
    return { set: {}, requestedEffects: { assignments: [assignment] } };
  });
};

const actions: ActionTable<ProductSelection> = {
  changeName: change<ProductSelection>('name', LocalizedText),
  setKey: set<ProductSelection>('key', Key),
  addProduct: changeAssignment('addProduct', 'add', 'Individual'),
  excludeProduct: changeAssignment('excludeProduct', 'add', 'IndividualExclusion'),
  setVariantSelection: changeAssignment('setVariantSelection', 'set', 'Individual'),
  setVariantExclusion: changeAssignment('setVariantExclusion', 'set', 'IndividualExclusion'),
  removeProduct: action({ product }, (_: ProductSelection, { product: identifier }, context) => {
    const assignment: AssignmentChange = { kind: 'remove', product: context.reference('product', identifier) };
    return { set: {}, requestedEffects: { assignments: [assignment] } };
  }),
  ...customFieldActions('', resourceCustomFields<ProductSelection>('product-selection')),
};

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
