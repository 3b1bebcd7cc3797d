/** Members that carts and orders hold alike, in runs, so that each says in its own order what it holds besides. */
import { Type } from '@sinclair/typebox';
import { Address } from '../../schema/address.js';
import { List, Optional, Text } from '../../schema/primitives.js';
import { CustomFields } from '../../schema/customFields.js';
import { Money } from '../../schema/money.js';
import { KeyReference, Reference } from '../../schema/reference.js';
import { TaxedPrice } from '../../schema/tax.js';
import { ShippingRateInput } from './shippingRateInput.js';
import { DiscountOnTotalPrice } from '../../schema/discount.js';
import { LineItem } from './lineItem.js';
import { CustomLineItem } from './customLineItem.js';
import { ShippingInfo } from './shippingInfo.js';
import { ShippingMode } from './basketEnums.js';

/** Whose it is. */
export const ownerMembers = {
  customerId: Optional(Text),
  customerEmail: Optional(Text),
  customerGroup: Optional(Reference('customer-group')),
  anonymousId: Optional(Text),
  businessUnit: Optional(KeyReference('business-unit')),
  store: Optional(KeyReference('store')),
};

export const itemMembers = { lineItems: List(LineItem), customLineItems: List(CustomLineItem) };

/** What it costs. */
export const amountMembers = {
  totalPrice: Money,
  taxedPrice: Optional(TaxedPrice),
  taxedShippingPrice: Optional(TaxedPrice),
  discountOnTotalPrice: Optional(DiscountOnTotalPrice),
};

/** Where it goes, and how. */
export const shippingMembers = {
  billingAddress: Optional(Address),
  shippingAddress: Optional(Address),
  shippingMode: ShippingMode,
  shippingInfo: Optional(ShippingInfo),
  shippingRateInput: Optional(ShippingRateInput),
  shippingCustomFields: Optional(CustomFields),
  shipping: List(Type.Any()),
  itemShippingAddresses: List(Address),
};
