import { distinctBy } from './shared/listElements.js';
import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../engine/define/Base.js';
import { CartPredicate } from '../values/discount.js';
import { CustomFields, CustomFieldsDraft } from '../../engine/schema/customFields.js';
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
} from '../../engine/schema/primitives.js';
import { Reference, ResourceIdentifier, type Identifier } from '../../engine/schema/reference.js';
import { Type } from '../../engine/schema/Type.js';
import { validity, validityActions, assertValidity } from '../values/validity.js';
import { type ActionTable, change, set, setFrom } from '../../engine/define/actions.js';
import type { Context } from '../../engine/define/Context.js';
import { assertCartPredicate } from '../pricing/cartPredicate.js';
import { resourceCustomFields, customFieldActions } from './shared/customFieldActions.js';
import { Snapshot } from '../../engine/define/Message.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { customFieldsOf } from './shared/customFields.js';

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

export type DiscountCode = Base & Static<typeof DiscountCodeMembers> & Sends<'discountCode'>;

/** Converts identifiers to references, without duplicates. */
const toCartDiscountReferences = (identifiers: readonly Identifier[], context: Context) => {
  const references = identifiers.map(identifier => context.reference('cart-discount', identifier));
  return distinctBy(references, ({ id }) => id);
};

const actions: ActionTable<DiscountCode> = {
  setKey: set<DiscountCode>('key', Key, 'DiscountCodeKeySet'),
  setName: set<DiscountCode>('name', LocalizedString),
  setDescription: set<DiscountCode>('description', LocalizedString),
  setCartPredicate: setFrom('cartPredicate', Optional(CartPredicate), given => {
    if (given !== undefined) assertCartPredicate(given, 'cartPredicate', 'cart');
    return given;
  }),
  changeIsActive: change<DiscountCode>('isActive', Flag),
  changeGroups: setFrom('groups', Groups, groups => [...new Set(groups)]),
  changeCartDiscounts: setFrom('cartDiscounts', CartDiscountIdentifiers, toCartDiscountReferences),
  setMaxApplications: set<DiscountCode>('maxApplications', Quantity),
  setMaxApplicationsPerCustomer: set<DiscountCode>('maxApplicationsPerCustomer', Quantity),
  ...validityActions,
  ...customFieldActions('', resourceCustomFields<DiscountCode>('discount-code')),
};

const messages = {
  DiscountCodeCreated: { discountCode: Snapshot<DiscountCode>('discount-code') },
  DiscountCodeDeleted: {},
  DiscountCodeKeySet: { key: Optional(Key), oldKey: Optional(Key) },
};

declare module '../../engine/define/Message.js' {
  interface SentMessages {
    readonly discountCode: typeof messages;
  }
}

const draft = creation<DiscountCode, typeof DiscountCodeDraft>(
  DiscountCodeDraft,
  ({ cartDiscounts, isActive = true, groups = [], custom, ...plain }, context) => {
    if (plain.cartPredicate !== undefined) assertCartPredicate(plain.cartPredicate, 'cartPredicate', 'cart');
    assertValidity(plain);
    return {
      members: {
        ...plain,
        cartDiscounts: toCartDiscountReferences(cartDiscounts, context),
        isActive,
        references: [],
        custom: customFieldsOf(custom, 'discount-code', context),
        groups: [...new Set(groups)],
      },
      messages: discountCode => [{ type: 'DiscountCodeCreated', discountCode }],
    };
  },
);

/** A code that customers enter to get cart discounts; the code itself never changes. */
export const discountCode = defineResource<DiscountCode>({
  typeId: 'discount-code',
  path: 'discount-codes',
  scopes: { read: ['view_discount_codes'], write: ['manage_discount_codes'] },
  resource: DiscountCodeMembers,
  draft,
  actions,
  unique: ['key', 'code'],
  messages,
  removal: { messages: () => [{ type: 'DiscountCodeDeleted' }], erasable: 'httpOnly' },
  behindReferences: {
    places: { 'discountCodes.discountCode': 'the buyer has entered the code' },
    members: {
      code: 'the buyer has entered it, and removes it by this text',
      name: 'shops write it beside the code',
      description: 'as above',
      cartDiscounts: 'the cart shows what the code gives',
      isActive: 'the state of the code in the cart tells it',
      validFrom: 'as above',
      validUntil: 'as above',
    },
  },
});
