/** Drafts of carts. MyCartDraft leaves out the members that customers cannot set. */
import { required } from '../../errors/required.js';
import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { creation } from '../../engine/define/defineResource.js';
import type { Members } from '../../engine/define/Base.js';
import { errorEntry, fail } from '../../errors/ApiError.js';
import { customerGroupOf, customerNeeds } from '../shared/customerGroupOf.js';
import { initialItemState } from '../shared/itemState.js';
import { assertUniqueKeys } from '../shared/listElements.js';
import { AddressDraft } from '../../schema/address.js';
import { addressOf } from '../shared/addressOf.js';
import {
  CountryCode,
  CurrencyCode,
  Key,
  List,
  Locale,
  NonEmptyText,
  OneOf,
  Optional,
  Shape,
  Text,
} from '../../schema/primitives.js';
import { customFieldsOf } from '../shared/customFields.js';
import { CustomFieldsDraft } from '../../schema/customFields.js';
import { addressKeysOf } from '../shared/itemShippingAddresses.js';
import { zero } from '../../schema/money.js';
import { ResourceIdentifier, type TypedIdentifier } from '../../schema/reference.js';
import { RoundingMode, TaxCalculationMode, TaxMode } from '../../schema/tax.js';
import { Type } from '../../schema/Type.js';
import { CustomLineItemDraft, customLineItemOf } from './customLineItemOf.js';
import { lineItemOf } from './lineItemOf.js';
import { type Cart, CartInventoryMode, DeleteDays, discountCodesMax, itemsMax } from '../shared/cartMembers.js';
import { selectShipping } from './selectShipping.js';
import { ExternalTaxRateDraft } from './externalTax.js';
import { CartOrigin } from '../shared/basketEnums.js';
import { LineItemDraft, MyLineItemDraft, productNeeds } from './lineItemDraft.js';
import { findSameLineItem, identityText } from './findSameLineItem.js';
import { addQuantity } from './lineItemQuantity.js';
import { ShippingRateInputDraft, shippingRateInputOf } from '../shared/shippingRateInput.js';

/** Carts with several shipping methods are not supported. */
const SingleShipping = Type.Literal('Single');

const myMembers = {
  currency: CurrencyCode,
  customerEmail: Optional(Text),
  businessUnit: Optional(ResourceIdentifier('business-unit', { load: true })),
  store: Optional(ResourceIdentifier('store', { load: true })),
  taxMode: Optional(TaxMode),
  inventoryMode: Optional(CartInventoryMode),
  billingAddress: Optional(AddressDraft),
  shippingAddress: Optional(AddressDraft),
  shippingMethod: Optional(ResourceIdentifier('shipping-method')),
  shippingMode: Optional(SingleShipping),
  itemShippingAddresses: Optional(List(AddressDraft)),
  discountCodes: Optional(List(NonEmptyText, discountCodesMax)),
  country: Optional(CountryCode),
  locale: Optional(Locale),
  deleteDaysAfterLastModification: Optional(DeleteDays),
  custom: Optional(CustomFieldsDraft),
};

/** Customers cannot disable taxes. */
export const MyTaxMode = OneOf(['Platform', 'External', 'ExternalAmount']);

export const MyCartDraft = Shape({
  ...myMembers,
  taxMode: Optional(MyTaxMode),
  lineItems: Optional(List(MyLineItemDraft, itemsMax)),
});

export const CartDraft = Shape({
  ...myMembers,
  key: Optional(Key),
  customerId: Optional(NonEmptyText),
  customerGroup: Optional(ResourceIdentifier('customer-group')),
  anonymousId: Optional(NonEmptyText),
  lineItems: Optional(List(LineItemDraft, itemsMax)),
  customLineItems: Optional(List(CustomLineItemDraft, itemsMax)),
  externalTaxRateForShippingMethod: Optional(ExternalTaxRateDraft),
  priceRoundingMode: Optional(RoundingMode),
  taxRoundingMode: Optional(RoundingMode),
  taxCalculationMode: Optional(TaxCalculationMode),
  shippingRateInput: Optional(ShippingRateInputDraft),
  origin: Optional(CartOrigin),
  purchaseOrderNumber: Optional(Text),
});

export type CartDraft = Static<typeof CartDraft>;

/** Names a discount code by its code. An unknown code does not apply to the cart (ERR055). */
export const discountCodeIdentifier = (code: string): TypedIdentifier => ({
  typeId: 'discount-code',
  unique: { field: 'code', value: code },
  refusal: errorEntry('DiscountCodeNonApplicable', { discountCode: code, reason: 'DoesNotExist' }),
});

const needs = ({ lineItems = [], discountCodes = [], customerId }: CartDraft): TypedIdentifier[] => [
  initialItemState,
  ...lineItems.flatMap((item, index) => productNeeds(item, `lineItems[${index}].`)),
  ...discountCodes.map(discountCodeIdentifier),
  ...customerNeeds(customerId),
];

interface TargetCart {
  readonly currencyCode: string;
  readonly addressKeys: ReadonlySet<string>;
  readonly taxMode: Cart['taxMode'];
}

/**
 * The line items of a cart. Drafts of the same item are merged; an item is compared only with items of the same
 * identity text.
 */
const itemsOf = (drafts: readonly LineItemDraft[], target: TargetCart, context: Context): Cart['lineItems'] => {
  const items = new Map<string, Cart['lineItems'][number]>();
  const idsByIdentity = new Map<string, string[]>();
  for (const draft of drafts) {
    const item = lineItemOf(draft, target, context);
    const identity = identityText(item);
    const ids = idsByIdentity.get(identity) ?? [];
    const same = findSameLineItem(
      ids.map(id => required(items.get(id), 'a line item')),
      item,
      target.taxMode,
    );
    if (same === undefined) idsByIdentity.set(identity, [...ids, item.id]);
    items.set(same?.id ?? item.id, same === undefined ? item : addQuantity(same, item, context.now));
  }
  return [...items.values()];
};

const assertLocale = (locale: string | undefined, { project }: Context): void => {
  if (locale !== undefined && !project.languages.includes(locale))
    throw fail('ProjectNotConfiguredForLanguages', { languages: [locale] });
};

const addressesOf = (drafts: readonly AddressDraft[], context: Context): Cart['itemShippingAddresses'] => {
  if (drafts.some(({ key }) => key === undefined))
    throw fail('RequiredField', {
      field: 'itemShippingAddresses.key',
      expected: 'a key that the shipping details of items refer to',
    });
  assertUniqueKeys(drafts, 'itemShippingAddresses.key');
  return drafts.map(draft => addressOf(draft, context));
};

const assertOneOwner = ({ customerId, anonymousId, customerGroup }: CartDraft): void => {
  if (customerId !== undefined && anonymousId !== undefined)
    throw fail('InvalidInput', {
      message: 'A cart belongs to a customer or to an anonymous session; both customerId and anonymousId are given.',
    });
  if (customerId !== undefined && customerGroup !== undefined)
    throw fail('InvalidInput', {
      message:
        'A cart of a customer has the customerGroup of that customer; both customerId and customerGroup are given.',
    });
};

/** The customer group of the draft or of its customer. */
const groupOf = ({ customerId, customerGroup }: CartDraft, context: Context): Cart['customerGroup'] => {
  if (customerGroup !== undefined) return context.reference('customer-group', customerGroup);
  return customerId === undefined ? undefined : customerGroupOf(customerId, context);
};

const cartOf = (draft: CartDraft, context: Context): Members<Cart> => {
  assertOneOwner(draft);
  assertLocale(draft.locale, context);
  const { currency, store, businessUnit, lineItems = [], customLineItems = [], discountCodes = [] } = draft;
  const itemShippingAddresses = addressesOf(draft.itemShippingAddresses ?? [], context);
  const addressKeys = addressKeysOf({ itemShippingAddresses });
  const shippingAddress = addressOf(draft.shippingAddress, context);
  return {
    key: draft.key,
    customerId: draft.customerId,
    customerEmail: draft.customerEmail,
    customerGroup: groupOf(draft, context),
    anonymousId: draft.anonymousId,
    businessUnit: businessUnit && context.keyReference('business-unit', businessUnit),
    store: store && context.keyReference('store', store),
    lineItems: itemsOf(
      lineItems,
      { currencyCode: currency, addressKeys, taxMode: draft.taxMode ?? 'Platform' },
      context,
    ),
    customLineItems: customLineItems.map(item =>
      customLineItemOf(item, { currencyCode: currency, addressKeys }, context),
    ),
    totalPrice: zero(currency),
    taxMode: draft.taxMode ?? 'Platform',
    priceRoundingMode: draft.priceRoundingMode ?? 'HalfEven',
    taxRoundingMode: draft.taxRoundingMode ?? 'HalfEven',
    taxCalculationMode: draft.taxCalculationMode ?? 'LineItemLevel',
    inventoryMode: draft.inventoryMode ?? 'None',
    cartState: 'Active',
    billingAddress: addressOf(draft.billingAddress, context),
    shippingAddress,
    shippingMode: 'Single',
    shippingInfo: selectShipping(
      draft.shippingMethod,
      draft.externalTaxRateForShippingMethod,
      { currencyCode: currency, shippingAddress },
      context,
    ),
    shippingRateInput: shippingRateInputOf(draft.shippingRateInput),
    shipping: [],
    itemShippingAddresses,
    discountCodes: [...new Set(discountCodes)].map(code => ({
      discountCode: context.reference('discount-code', discountCodeIdentifier(code)),
      state: 'DoesNotMatchCart',
    })),
    directDiscounts: [],
    refusedGifts: [],
    country: draft.country,
    locale: draft.locale,
    origin: draft.origin ?? 'Customer',
    custom: customFieldsOf(draft.custom, 'order', context),
    deleteDaysAfterLastModification:
      draft.deleteDaysAfterLastModification ?? context.project.carts.deleteDaysAfterLastModification,
    purchaseOrderNumber: draft.purchaseOrderNumber,
  };
};

export const cartCreation = creation<Cart, typeof CartDraft>(
  CartDraft,
  (draft, context) => ({ members: cartOf(draft, context) }),
  needs,
);

export const myCartCreation = creation<Cart, typeof MyCartDraft>(
  MyCartDraft,
  (draft, context) => ({ members: cartOf(draft, context) }),
  draft => needs(draft),
);
