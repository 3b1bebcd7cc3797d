import type { Static } from '@sinclair/typebox';
import { List, LocalizedString, OneOf, Optional, Quantity, Shape, Text } from '../../schema/primitives.js';
import { CustomFields } from '../../schema/customFields.js';
import { Money, TypedMoney } from '../../schema/money.js';
import { Reference } from '../../schema/reference.js';
import { TaxedPrice, TaxRate } from '../../schema/tax.js';
import { DiscountedPricePerQuantity } from '../../schema/discount.js';
import { Type } from '../../schema/Type.js';
import { ItemStates } from './itemState.js';
import { ShippingDetails } from './shippingDetails.js';

export const PriceMode = OneOf(['Standard', 'External']);

/** Shares of several shipping methods; always empty. */
const Shares = List(Type.Any());

export const CustomLineItem = Shape(
  {
    id: Text,
    key: Optional(Text),
    name: LocalizedString,
    money: TypedMoney,
    taxedPrice: Optional(TaxedPrice),
    taxedPricePortions: Shares,
    totalPrice: Money,
    slug: Text,
    quantity: Quantity,
    state: ItemStates,
    taxCategory: Optional(Reference('tax-category')),
    taxRate: Optional(TaxRate),
    perMethodTaxRate: Shares,
    discountedPricePerQuantity: DiscountedPricePerQuantity,
    custom: Optional(CustomFields),
    shippingDetails: Optional(ShippingDetails),
    priceMode: PriceMode,
  },
  { queryableMembers: ['recurrenceInfo'], customFieldHolders: { custom: 'custom-line-item' } },
);

export type CustomLineItem = Static<typeof CustomLineItem>;
