import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import type { Sends } from '../../../engine/define/Sends.js';
import { CartPredicate } from '../../values/discount.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
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
} from '../../../engine/schema/primitives.js';
import { Reference, ResourceIdentifier } from '../../../engine/schema/reference.js';
import { Type } from '../../../engine/schema/Type.js';
import { validity } from '../../values/validity.js';

const codeLengthMax = 256;

const cartDiscountsMax = 10;

const groupsMax = 100;

const Code = Type.String({ minLength: 1, maxLength: codeLengthMax });

export const Groups = List(NonEmptyText, groupsMax);

export const CartDiscountIdentifiers = Type.Array(ResourceIdentifier('cart-discount'), {
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

export const DiscountCodeMembers = Shape({
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

export const DiscountCodeDraft = Shape({
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
