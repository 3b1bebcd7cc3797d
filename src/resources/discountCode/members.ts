import { type Static, Type } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { CartPredicate } from '../../schema/cartPredicate.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';
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
import { Reference, ResourceIdentifier } from '../../schema/reference.js';
import { validity } from '../../schema/validity.js';

export const codeLengthMax = 256;

export const cartDiscountsMax = 10;

export const groupsMax = 100;

export const Code = Type.String({ minLength: 1, maxLength: codeLengthMax });

export const Groups = List(NonEmptyText, groupsMax);

export const CartDiscountIdentifiers = Type.Array(ResourceIdentifier('cart-discount'), {
  minItems: 1,
  maxItems: cartDiscountsMax,
});

export const named = {
  key: Optional(Key),
  name: Optional(LocalizedString),
  description: Optional(LocalizedString),
  code: Code,
};

export const limits = { maxApplications: Optional(Quantity), maxApplicationsPerCustomer: Optional(Quantity) };

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

export type DiscountCode = Base & Static<typeof DiscountCodeMembers>;
