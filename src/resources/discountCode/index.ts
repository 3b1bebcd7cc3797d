import { type Static, Type } from '@sinclair/typebox';
import { action, change, set } from '../../engine/define/actions.js';
import type { ActionTable } from '../../engine/define/Action.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { Context } from '../../engine/define/Context.js';
import type { Base } from '../../engine/define/Base.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import {
  Flag,
  Integer,
  Key,
  List,
  LocalizedString,
  NonEmptyText,
  Optional,
  Quantity,
  Shape,
} from '../../schema/primitives.js';
import { assertCartPredicate } from '../../pricing/cartPredicate.js';
import { ownCustom, setCustomField, setCustomType } from '../shared/customActions.js';
import { customFieldsOf } from '../shared/customFields.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';
import { type Identifier, Reference, ResourceIdentifier } from '../../schema/reference.js';
import { assertValidity, validityActions } from '../shared/validity.js';
import { validity } from '../../schema/validity.js';
import { CartPredicate } from '../../schema/cartPredicate.js';

const codeLengthMax = 256;
const cartDiscountsMax = 10;
const groupsMax = 100;

const Code = Type.String({ minLength: 1, maxLength: codeLengthMax });
const Groups = List(NonEmptyText, groupsMax);
const CartDiscountIdentifiers = Type.Array(ResourceIdentifier('cart-discount'), {
  minItems: 1,
  maxItems: cartDiscountsMax,
});

const named = {
  key: Optional(Key),
  name: Optional(LocalizedString),
  description: Optional(LocalizedString),
  code: Code,
};
const limits = { maxApplications: Optional(Quantity), maxApplicationsPerCustomer: Optional(Quantity) };

const DiscountCodeMembers = Shape({
  ...named,
  cartDiscounts: List(Reference('cart-discount')),
  cartPredicate: Optional(CartPredicate),
  isActive: Flag,
  references: List(Type.Any()),
  ...limits,
  custom: Optional(CustomFields),
  groups: Groups,
  ...validity,
  applicationVersion: Optional(Integer),
});

const DiscountCodeDraft = Shape({
  ...named,
  cartDiscounts: CartDiscountIdentifiers,
  cartPredicate: Optional(CartPredicate),
  isActive: Optional(Flag),
  ...limits,
  custom: Optional(CustomFieldsDraft),
  groups: Optional(Groups),
  ...validity,
});

export type DiscountCode = Base & Static<typeof DiscountCodeMembers>;

/** Each once: a code gives a discount or does not. */
const cartDiscountsOf = (identifiers: readonly Identifier[], context: Context) => {
  const references = identifiers.map(identifier => context.reference('cart-discount', identifier));
  return references.filter(({ id }, at) => references.findIndex(other => other.id === id) === at);
};

const draft = creation<DiscountCode, typeof DiscountCodeDraft>(
  DiscountCodeDraft,
  ({ cartDiscounts, isActive = true, groups = [], custom, ...plain }, context) => {
    if (plain.cartPredicate !== undefined) assertCartPredicate(plain.cartPredicate, 'cartPredicate');
    assertValidity(plain);
    return {
      members: {
        ...plain,
        cartDiscounts: cartDiscountsOf(cartDiscounts, context),
        isActive,
        references: [],
        custom: customFieldsOf(custom, 'discount-code', context),
        groups: [...new Set(groups)],
      },
      messages: discountCode => [{ type: 'DiscountCodeCreated', discountCode }],
    };
  },
);

const actions: ActionTable<DiscountCode> = {
  setKey: set<DiscountCode>('key', Key, ({ key: oldKey }, key) => ({ type: 'DiscountCodeKeySet', key, oldKey })),
  setName: set<DiscountCode>('name', LocalizedString),
  setDescription: set<DiscountCode>('description', LocalizedString),
  setCartPredicate: action({ cartPredicate: Optional(CartPredicate) }, (code: DiscountCode, { cartPredicate }) => {
    if (cartPredicate !== undefined) assertCartPredicate(cartPredicate, 'cartPredicate');
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
      const cartDiscounts = cartDiscountsOf(identifiers, context);
      return sameValue(code.cartDiscounts, cartDiscounts) ? unchanged : { set: { cartDiscounts } };
    },
  ),
  setMaxApplications: set<DiscountCode>('maxApplications', Quantity),
  setMaxApplicationsPerCustomer: set<DiscountCode>('maxApplicationsPerCustomer', Quantity),
  ...validityActions<DiscountCode>(),
  setCustomType: setCustomType(ownCustom<DiscountCode>('discount-code')),
  setCustomField: setCustomField(ownCustom<DiscountCode>('discount-code')),
};

/** Words that customers enter for cart discounts; a code itself never changes. */
export const discountCode = defineResource<DiscountCode>({
  typeId: 'discount-code',
  path: 'discount-codes',
  scopes: { read: ['view_discount_codes'], write: ['manage_discount_codes'] },
  resource: DiscountCodeMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key', 'code'],
  identifiers: ['key'],
  sendsMessages: true,
  removalMessages: () => [{ type: 'DiscountCodeDeleted' }],
});
