/** Custom line items, such as fees and vouchers, with a price that the client gives. */
import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { itemStatesOf } from '../shared/itemState.js';
import { ShippingDetailsDraft, shippingDetailsOf } from '../shared/shippingDetails.js';
import { Key, LocalizedString, NonEmptyText, Optional, Quantity, Shape } from '../../schema/primitives.js';
import { customFieldsOf } from '../shared/customFields.js';
import { CustomFieldsDraft } from '../../schema/customFields.js';
import { type TypedMoney, TypedMoneyDraft, zero } from '../../schema/money.js';
import { ResourceIdentifier } from '../../schema/reference.js';
import { ExternalTaxRateDraft, externalTaxRateOf } from './externalTax.js';
import { typedMoneyOf } from '../../pricing/typedMoneyOf.js';
import { type CustomLineItem, PriceMode } from '../shared/customLineItem.js';

export const customLineItemMembers = {
  name: LocalizedString,
  key: Optional(Key),
  slug: NonEmptyText,
  quantity: Optional(Quantity),
  money: TypedMoneyDraft,
  taxCategory: Optional(ResourceIdentifier('tax-category')),
  externalTaxRate: Optional(ExternalTaxRateDraft),
  priceMode: Optional(PriceMode),
  shippingDetails: Optional(ShippingDetailsDraft),
  custom: Optional(CustomFieldsDraft),
};
export const CustomLineItemDraft = Shape(customLineItemMembers);

/** The price of an item. Refuses another currency than the cart's. */
export const moneyInCurrency = (draft: TypedMoneyDraft, currencyCode: string, field: string): TypedMoney => {
  if (draft.currencyCode !== currencyCode)
    throw fail('InvalidInput', {
      message: `The cart has the currency ${currencyCode}; '${field}' is in ${draft.currencyCode}.`,
    });
  return typedMoneyOf(draft, field);
};

interface TargetCart {
  readonly currencyCode: string;
  readonly addressKeys: ReadonlySet<string>;
}

export const customLineItemOf = (
  draft: Static<typeof CustomLineItemDraft>,
  { currencyCode, addressKeys }: TargetCart,
  context: Context,
): CustomLineItem => {
  const { key, name, slug, quantity = 1, taxCategory, priceMode = 'Standard' } = draft;
  return {
    id: context.newId(),
    key,
    name,
    money: moneyInCurrency(draft.money, currencyCode, 'money'),
    taxedPricePortions: [],
    totalPrice: zero(currencyCode),
    slug,
    quantity,
    state: itemStatesOf(undefined, quantity, context),
    taxCategory: taxCategory && context.reference('tax-category', taxCategory),
    taxRate: externalTaxRateOf(draft.externalTaxRate),
    perMethodTaxRate: [],
    discountedPricePerQuantity: [],
    custom: customFieldsOf(draft.custom, 'custom-line-item', context),
    shippingDetails: shippingDetailsOf(draft.shippingDetails, quantity, addressKeys),
    priceMode,
  };
};
