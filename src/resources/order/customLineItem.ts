import { Type, type Static } from '@sinclair/typebox';
import type { Context } from '../../engine/context.js';
import {
  List,
  LocalizedString,
  NonEmptyText,
  OneOf,
  Optional,
  Quantity,
  Shape,
  Text,
} from '../../schema/primitives.js';
import { customFieldsOf } from '../shared/customFields.js';
import { CustomFields } from '../../schema/customFields.js';
import { CustomFieldsDraft } from '../../schema/customFields.js';
import { linePrice } from '../../money/linePrice.js';
import { Money, TypedMoney, TypedMoneyDraft, typedMoneyOf } from '../../schema/money.js';
import { Reference, ResourceIdentifier } from '../../schema/reference.js';
import { TaxedPrice, TaxRate } from '../../schema/tax.js';
import { DiscountedPricePerQuantity } from './discountedPrice.js';
import { ItemStateDrafts, ItemStates, itemStatesOf } from './itemState.js';
import { ShippingDetails, ShippingDetailsDraft, shippingDetailsOf } from './shippingDetails.js';

export const PriceMode = OneOf(['Standard', 'External']);
const Shares = List(Type.Any());

export const CustomLineItem = Shape({
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
});
export type CustomLineItem = Static<typeof CustomLineItem>;

/** CustomLineItemImportDraft */
export const CustomLineItemDraft = Shape({
  name: LocalizedString,
  key: Optional(Text),
  slug: NonEmptyText,
  quantity: Quantity,
  money: TypedMoneyDraft,
  taxRate: Optional(TaxRate),
  taxCategory: Optional(ResourceIdentifier('tax-category')),
  priceMode: Optional(PriceMode),
  shippingDetails: Optional(ShippingDetailsDraft),
  state: Optional(ItemStateDrafts),
  custom: Optional(CustomFieldsDraft),
});

export const customLineItemOf = (
  draft: Static<typeof CustomLineItemDraft>,
  addressKeys: ReadonlySet<string>,
  context: Context,
): Static<typeof CustomLineItem> => {
  const { key, name, slug, quantity, taxRate, taxCategory, priceMode = 'Standard' } = draft;
  const money = typedMoneyOf(draft.money, 'money');
  return {
    id: context.newId(),
    key,
    name,
    money,
    taxedPricePortions: [],
    totalPrice: linePrice(money, quantity, 'HalfEven'),
    slug,
    quantity,
    state: itemStatesOf(draft.state?.length === 0 ? undefined : draft.state, quantity, context),
    taxCategory: taxCategory && context.reference('tax-category', taxCategory),
    taxRate,
    perMethodTaxRate: [],
    discountedPricePerQuantity: [],
    custom: customFieldsOf(draft.custom, 'custom-line-item', context),
    shippingDetails: shippingDetailsOf(draft.shippingDetails, quantity, addressKeys),
    priceMode,
  };
};
