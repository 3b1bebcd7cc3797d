/** Drafts of carts. MyCartDraft leaves out the members that customers cannot set. */
import type { Static } from '@sinclair/typebox';
import { required, invalidInput } from '../../../base/errors/ApiError.js';
import type { Members } from '../../../engine/define/Base.js';
import type { Context } from '../../../engine/define/Context.js';
import { creation } from '../../../engine/define/defineResource.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
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
} from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';
import { ResourceIdentifier, type TypedIdentifier } from '../../../engine/schema/reference.js';
import { Type } from '../../../engine/schema/Type.js';
import { type Address, AddressDraft } from '../../values/address.js';
import { zero } from '../../values/money.js';
import { RoundingMode, TaxCalculationMode, TaxMode } from '../../values/tax.js';
import { addressOf } from '../shared/addresses.js';
import { assertLocale } from '../shared/cartAndOrder/actions.js';
import { addressKeysOf, requireAddressKey } from '../shared/cartAndOrder/itemShippingAddresses.js';
import { initialItemState } from '../shared/cartAndOrder/itemStates.js';
import {
  type Cart,
  CartInventoryMode,
  CartOrigin,
  DeleteDays,
  discountCodesMax,
  itemsMax,
} from '../shared/cartAndOrder/members.js';
import type { LineItem } from '../shared/cartAndOrder/items.js';
import { ShippingRateInputDraft } from '../shared/cartAndOrder/shipping.js';
import { customerGroupOf, customerNeeds } from '../shared/customer.js';
import { customFieldsOf } from '../shared/customFields.js';
import { assertUniqueKeys } from '../shared/listElements.js';
import { CustomLineItemDraft, customLineItemOf } from './customLineItems.js';
import { discountCodeIdentifier } from './discounts.js';
import { ExternalTaxRateDraft } from './externalTax.js';
import { LineItemDraft, lineItemOf, MyLineItemDraft, draftNeeds, type TargetCart } from './lineItemDraft.js';
import { addQuantity, findSameLineItem, identityText } from './lineItemQuantity.js';
import { selectShipping, shippingRateInputOf } from './shipping.js';

/** Carts with several shipping methods are not supported. */
const SingleShipping = Named('SingleShippingMode', Type.Literal('Single'), { input: 'ShippingMode' });

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
const myTaxModes = ['Platform', 'External', 'ExternalAmount'] as const satisfies Cart['taxMode'][];
export const MyTaxMode = Named('MyTaxMode', OneOf([...myTaxModes]), { input: 'TaxMode' });

/** Tells whether buyers may choose the tax mode. */
export const isMyTaxMode = (taxMode: Cart['taxMode']): boolean => myTaxModes.some(each => each === taxMode);

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

const needs = ({ lineItems = [], discountCodes = [], customerId }: CartDraft): TypedIdentifier[] => [
  initialItemState,
  ...lineItems.flatMap((item, index) => draftNeeds(item, `lineItems[${index}].`)),
  ...discountCodes.map(discountCodeIdentifier),
  ...customerNeeds(customerId),
];

const variantName = ({ productId, variant }: LineItem): string => `${productId}/${variant.id}`;

/**
 * Makes the line items of a cart and merges drafts of the same item. Only items with one identity text are compared; an
 * item that is the only one of its variant gets no such text, which saves time.
 */
const itemsOf = (drafts: readonly LineItemDraft[], target: TargetCart, context: Context): LineItem[] => {
  const made = drafts.map(draft => lineItemOf(draft, target, context));
  const [variants, repeated] = [new Set<string>(), new Set<string>()];
  for (const item of made) {
    const name = variantName(item);
    (variants.has(name) ? repeated : variants).add(name);
  }
  const items = new Map<string, LineItem>();
  const idsByIdentity = new Map<string, string[]>();
  for (const item of made) {
    const name = variantName(item);
    const identity = repeated.has(name) ? identityText(item) : name;
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

const addressesOf = (drafts: readonly AddressDraft[], context: Context): Cart['itemShippingAddresses'] => {
  for (const draft of drafts) requireAddressKey(draft, 'itemShippingAddresses.key');
  assertUniqueKeys(drafts, 'itemShippingAddresses.key');
  return drafts.map(draft => addressOf(draft, context));
};

/** Refuses a shipping address that is not one of the item shipping addresses, if there are any. Keys may differ. */
const assertOneOfAddresses = (address: Address | undefined, all: readonly Address[]): void => {
  const placeOf = (each: Address) => ({ ...each, id: undefined, key: undefined });
  if (address !== undefined && all.length > 0 && !all.some(each => sameValue(placeOf(each), placeOf(address))))
    throw invalidInput('The shippingAddress is not one of the itemShippingAddresses.');
};

const assertOneOwner = ({ customerId, anonymousId, customerGroup }: CartDraft): void => {
  if (customerId !== undefined && anonymousId !== undefined)
    throw invalidInput(
      'A cart belongs to a customer or to an anonymous session; both customerId and anonymousId are given.',
    );
  if (customerId !== undefined && customerGroup !== undefined)
    throw invalidInput(
      'A cart of a customer has the customerGroup of that customer; both customerId and customerGroup are given.',
    );
};

/** Returns the customer group of the draft or of its customer. */
const groupOf = ({ customerId, customerGroup }: CartDraft, context: Context): Cart['customerGroup'] => {
  if (customerGroup !== undefined) return context.reference('customer-group', customerGroup);
  return customerId === undefined ? undefined : customerGroupOf(customerId, context);
};

type CartModes = Pick<Cart, 'priceRoundingMode' | 'taxRoundingMode' | 'taxCalculationMode'>;

/** Returns the rounding and tax modes of a new cart: the given ones, or the defaults of the project. */
export const modesOf = (given: Partial<CartModes>, defaults: Context['project']['carts']): CartModes => ({
  priceRoundingMode: given.priceRoundingMode ?? defaults.priceRoundingMode ?? 'HalfEven',
  taxRoundingMode: given.taxRoundingMode ?? defaults.taxRoundingMode ?? 'HalfEven',
  taxCalculationMode: given.taxCalculationMode ?? 'LineItemLevel',
});

const cartOf = (draft: CartDraft, context: Context): Members<Cart> => {
  assertOneOwner(draft);
  assertLocale(draft.locale, context.project);
  const { carts: defaults } = context.project;
  const modes = modesOf(draft, defaults);
  const { currency, store, businessUnit, lineItems = [], customLineItems = [], discountCodes = [] } = draft;
  const itemShippingAddresses = addressesOf(draft.itemShippingAddresses ?? [], context);
  const { taxMode = 'Platform', inventoryMode = 'None' } = draft;
  const addressKeys = addressKeysOf({ itemShippingAddresses });
  const target = { currencyCode: currency, addressKeys, taxMode, inventoryMode };
  const shippingAddress = addressOf(draft.shippingAddress, context);
  assertOneOfAddresses(shippingAddress, itemShippingAddresses);
  return {
    key: draft.key,
    customerId: draft.customerId,
    customerEmail: draft.customerEmail,
    customerGroup: groupOf(draft, context),
    anonymousId: draft.anonymousId,
    businessUnit: businessUnit && context.keyReference('business-unit', businessUnit),
    store: store && context.keyReference('store', store),
    lineItems: itemsOf(lineItems, target, context),
    customLineItems: customLineItems.map((item, index) =>
      customLineItemOf(item, target, context, `customLineItems[${index}].`),
    ),
    totalPrice: zero(currency),
    taxMode,
    priceRoundingMode: modes.priceRoundingMode,
    taxRoundingMode: modes.taxRoundingMode,
    taxCalculationMode: modes.taxCalculationMode,
    inventoryMode,
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
    shippingRateInput: shippingRateInputOf(draft.shippingRateInput, context),
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
    deleteDaysAfterLastModification: draft.deleteDaysAfterLastModification ?? defaults.deleteDaysAfterLastModification,
    purchaseOrderNumber: draft.purchaseOrderNumber,
  };
};

export const draft = creation<Cart, typeof CartDraft>(
  CartDraft,
  (given, context) => ({ members: cartOf(given, context) }),
  needs,
);

export const myDraft = creation<Cart, typeof MyCartDraft>(
  MyCartDraft,
  (given, context) => ({ members: cartOf(given, context) }),
  given => needs(given),
);
