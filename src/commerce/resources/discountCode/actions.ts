import { type ActionTable, unchanged, action, change, set } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Flag, Key, LocalizedString, Optional, Quantity } from '../../../engine/schema/primitives.js';
import type { Identifier } from '../../../engine/schema/reference.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { CartPredicate } from '../../values/discount.js';
import { resourceCustomFields, customFieldActions } from '../shared/customFieldActions.js';
import { validityActions } from '../shared/validity.js';
import { CartDiscountIdentifiers, type DiscountCode, Groups } from './members.js';

export const actions: ActionTable<DiscountCode> = {
  setKey: set<DiscountCode>('key', Key, ({ key: oldKey }, key) => ({ type: 'DiscountCodeKeySet', key, oldKey })),
  setName: set<DiscountCode>('name', LocalizedString),
  setDescription: set<DiscountCode>('description', LocalizedString),
  setCartPredicate: action({ cartPredicate: Optional(CartPredicate) }, (code: DiscountCode, { cartPredicate }) => {
    if (cartPredicate !== undefined) assertCartPredicate(cartPredicate, 'cartPredicate', 'cart');
    return code.cartPredicate === cartPredicate ? unchanged : { set: { cartPredicate } };
  }),
  changeIsActive: change<DiscountCode>('isActive', Flag),
  changeGroups: action({ groups: Groups }, (code: DiscountCode, { groups: given }) => {
    const groups = [...new Set(given)];
    return sameValue(code.groups, groups) ? unchanged : { set: { groups } };
  }),
  changeCartDiscounts: action(
    { cartDiscounts: CartDiscountIdentifiers },
    (code: DiscountCode, { cartDiscounts: identifiers }, context) => {
      const cartDiscounts = toCartDiscountReferences(identifiers, context);
      return sameValue(code.cartDiscounts, cartDiscounts) ? unchanged : { set: { cartDiscounts } };
    },
  ),
  setMaxApplications: set<DiscountCode>('maxApplications', Quantity),
  setMaxApplicationsPerCustomer: set<DiscountCode>('maxApplicationsPerCustomer', Quantity),
  ...validityActions,
  ...customFieldActions('', resourceCustomFields<DiscountCode>('discount-code')),
};

/** Converts identifiers to references, without duplicates. */
export const toCartDiscountReferences = (identifiers: readonly Identifier[], context: Context) => {
  const references = identifiers.map(identifier => context.reference('cart-discount', identifier));
  return references.filter(({ id }, at) => references.findIndex(other => other.id === id) === at);
};
