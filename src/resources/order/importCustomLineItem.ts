import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { LocalizedString, NonEmptyText, Optional, Quantity, Shape, Text } from '../../schema/primitives.js';
import { customFieldsOf } from '../shared/customFields.js';
import { CustomFieldsDraft } from '../../schema/customFields.js';
import { TypedMoneyDraft } from '../../schema/money.js';
import { ResourceIdentifier } from '../../schema/reference.js';
import { TaxRate } from '../../schema/tax.js';
import { ItemStateDrafts, itemStatesOf } from '../shared/itemState.js';
import { ShippingDetailsDraft, shippingDetailsOf } from '../shared/shippingDetails.js';
import { linePrice } from '../../pricing/money.js';
import { typedMoneyOf } from '../../pricing/typedMoneyOf.js';
import { CustomLineItem, PriceMode } from '../shared/customLineItem.js';

export const CustomLineItemImportDraft = Shape({
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

export const importCustomLineItem = (
  draft: Static<typeof CustomLineItemImportDraft>,
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
