import { fail } from '../../../base/errors/ApiError.js';
import { type Action, type ActionTable, action, change, set } from '../../../engine/define/actions.js';
import { Key, LocalizedText } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { customFieldActions, resourceCustomFields } from '../shared/customFieldActions.js';
import { type VariantChoice, variantChoice } from '../productSelectionAssignment.js';
import type { AssignmentChange } from './assignments.js';
import type { ProductSelection, ProductSelectionMode } from './members.js';

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
      throw fail('InvalidOperation', {
        message: `The product selection has the mode '${selection.mode}'; ${name} takes one with the mode '${mode}'.`,
      });
    const { product: identifier, ...variants } = payload as { product: { id?: string } } & VariantChoice;
    const assignment: AssignmentChange = { kind, product: context.reference('product', identifier), variants };
    return { set: {}, requestedEffects: { assignments: [assignment] } };
  });
};

export const actions: ActionTable<ProductSelection> = {
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
