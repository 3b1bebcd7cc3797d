/** Imports an order of another system (ORD105): POST /{projectKey}/orders/import. */
import type { Static } from '@sinclair/typebox';
import { creation } from '../../engine/define/defineResource.js';
import type { Members } from '../../engine/define/Base.js';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { AddressDraft } from '../../schema/address.js';
import { addressOf } from '../shared/addressOf.js';
import { CountryCode, DateTime, List, NonEmptyText, Optional, Shape, Text } from '../../schema/primitives.js';
import { customFieldsOf } from '../shared/customFields.js';
import { CustomFieldsDraft } from '../../schema/customFields.js';
import { MoneyDraft, moneyOf } from '../../schema/money.js';
import { ResourceIdentifier } from '../../schema/reference.js';
import { RoundingMode, TaxCalculationMode, TaxedPriceDraft, taxedPriceOf } from '../../schema/tax.js';
import { CustomLineItemImportDraft, importCustomLineItem } from './importCustomLineItem.js';
import { OrderState, PaymentState, ShipmentState } from './enums.js';
import { initialItemState } from '../shared/itemState.js';
import { importLineItem, LineItemImportDraft } from './importLineItem.js';
import type { Order } from './members.js';
import { importShippingInfo, ShippingInfoImportDraft } from './importShippingInfo.js';
import { workflowStateOf } from '../shared/workflowState.js';
import { CartOrigin, InventoryMode } from '../shared/basketEnums.js';

export const OrderImportDraft = Shape({
  orderNumber: Optional(NonEmptyText),
  purchaseOrderNumber: Optional(Text),
  customerId: Optional(NonEmptyText),
  customerEmail: Optional(Text),
  customerGroup: Optional(ResourceIdentifier('customer-group')),
  businessUnit: Optional(ResourceIdentifier('business-unit', { load: true })),
  store: Optional(ResourceIdentifier('store', { load: true })),
  lineItems: Optional(List(LineItemImportDraft)),
  customLineItems: Optional(List(CustomLineItemImportDraft)),
  totalPrice: MoneyDraft,
  taxedPrice: Optional(TaxedPriceDraft),
  priceRoundingMode: Optional(RoundingMode),
  taxRoundingMode: Optional(RoundingMode),
  taxCalculationMode: Optional(TaxCalculationMode),
  inventoryMode: Optional(InventoryMode),
  billingAddress: Optional(AddressDraft),
  shippingAddress: Optional(AddressDraft),
  itemShippingAddresses: Optional(List(AddressDraft)),
  shippingInfo: Optional(ShippingInfoImportDraft),
  paymentInfo: Optional(Shape({ payments: List(ResourceIdentifier('payment')) })),
  paymentState: Optional(PaymentState),
  shipmentState: Optional(ShipmentState),
  orderState: Optional(OrderState),
  state: Optional(ResourceIdentifier('state', { load: true })),
  country: Optional(CountryCode),
  origin: Optional(CartOrigin),
  completedAt: Optional(DateTime),
  custom: Optional(CustomFieldsDraft),
});

type Draft = Static<typeof OrderImportDraft>;

/** Refuses amounts of several currencies, which cannot be added up. */
const assertOneCurrency = ({
  totalPrice,
  taxedPrice,
  shippingInfo,
  lineItems = [],
  customLineItems = [],
}: Draft): void => {
  const assertCurrency = (price: { readonly currencyCode: string } | undefined): void => {
    if (price !== undefined && price.currencyCode !== totalPrice.currencyCode)
      throw fail('InvalidInput', {
        message: `All prices of an order have one currency; totalPrice is in ${totalPrice.currencyCode}, another one in ${price.currencyCode}.`,
      });
  };
  for (const { price } of lineItems) assertCurrency(price.value);
  for (const { money } of customLineItems) assertCurrency(money);
  assertCurrency(taxedPrice?.totalNet);
  assertCurrency(taxedPrice?.totalGross);
  assertCurrency(shippingInfo?.price);
};

/** The keys of the addresses that items may be shipped to. Refuses a missing key and a duplicate one. */
const uniqueAddressKeys = (addresses: readonly AddressDraft[]): ReadonlySet<string> => {
  const keys = new Set<string>();
  for (const { key } of addresses) {
    if (key === undefined)
      throw fail('RequiredField', {
        field: 'itemShippingAddresses.key',
        expected: 'a key that the shipping details of items refer to',
      });
    if (keys.has(key)) throw fail('DuplicateField', { field: 'itemShippingAddresses.key', duplicateValue: key });
    keys.add(key);
  }
  return keys;
};

const membersOf = (draft: Draft, context: Context): Members<Order> => {
  const {
    itemShippingAddresses = [],
    lineItems = [],
    customLineItems = [],
    customerGroup,
    businessUnit,
    store,
    paymentInfo,
  } = draft;
  const addressKeys = uniqueAddressKeys(itemShippingAddresses);
  return {
    orderNumber: draft.orderNumber,
    purchaseOrderNumber: draft.purchaseOrderNumber,
    customerId: draft.customerId,
    customerEmail: draft.customerEmail,
    customerGroup: customerGroup && context.reference('customer-group', customerGroup),
    businessUnit: businessUnit && context.keyReference('business-unit', businessUnit),
    store: store && context.keyReference('store', store),
    lineItems: lineItems.map(item => importLineItem(item, addressKeys, context)),
    customLineItems: customLineItems.map(item => importCustomLineItem(item, addressKeys, context)),
    totalPrice: moneyOf(draft.totalPrice),
    taxedPrice: taxedPriceOf(draft.taxedPrice),
    priceRoundingMode: draft.priceRoundingMode,
    taxMode: 'Platform',
    taxRoundingMode: draft.taxRoundingMode ?? 'HalfEven',
    taxCalculationMode: draft.taxCalculationMode ?? 'LineItemLevel',
    inventoryMode: draft.inventoryMode ?? 'None',
    billingAddress: addressOf(draft.billingAddress, context),
    shippingAddress: addressOf(draft.shippingAddress, context),
    shippingMode: 'Single',
    shippingInfo: importShippingInfo(draft.shippingInfo, context),
    shipping: [],
    itemShippingAddresses: itemShippingAddresses.map(address => addressOf(address, context)),
    discountCodes: [],
    refusedGifts: [],
    paymentInfo: paymentInfo && {
      payments: paymentInfo.payments.map(payment => context.reference('payment', payment)),
    },
    country: draft.country,
    origin: draft.origin ?? 'Customer',
    orderState: draft.orderState ?? 'Open',
    shipmentState: draft.shipmentState,
    paymentState: draft.paymentState,
    state: draft.state && workflowStateOf(draft.state, context),
    syncInfo: [],
    returnInfo: [],
    custom: customFieldsOf(draft.custom, 'order', context),
    completedAt: draft.completedAt,
  };
};

export const orderImport = creation<Order, typeof OrderImportDraft>(
  OrderImportDraft,
  (draft, context) => {
    assertOneCurrency(draft);
    return { members: membersOf(draft, context), messages: order => [{ type: 'OrderImported', order }] };
  },
  [initialItemState],
);
