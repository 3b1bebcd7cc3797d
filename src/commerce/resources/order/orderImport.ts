/** Imports an order of another system (ORD105): POST /{projectKey}/orders/import. */
import type { Static } from '@sinclair/typebox';
import { fail, failAll, invalidInput, requiredField } from '../../../base/errors/ApiError.js';
import type { BeforeCommit } from '../../../engine/define/BeforeCommit.js';
import type { EveryMember } from '../../../engine/define/Base.js';
import type { Context } from '../../../engine/define/Context.js';
import { creation } from '../../../engine/define/defineResource.js';
import { CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { CountryCode, DateTime, List, NonEmptyText, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { ResourceIdentifier } from '../../../engine/schema/reference.js';
import { AddressDraft } from '../../values/address.js';
import { MoneyDraft, moneyOf } from '../../values/money.js';
import { RoundingMode, TaxCalculationMode, TaxedPriceDraft, taxedPriceOf } from '../../values/tax.js';
import { addressOf } from '../shared/addresses.js';
import { InventoryMode } from '../shared/cartAndOrder/items.js';
import { requireAddressKey } from '../shared/cartAndOrder/itemShippingAddresses.js';
import { initialItemState } from '../shared/cartAndOrder/itemStates.js';
import { CartOrigin } from '../shared/cartAndOrder/members.js';
import { storeRefusals } from '../shared/cartAndOrder/storeRules.js';
import { customFieldsOf } from '../shared/customFields.js';
import { workflowStateOf } from '../shared/workflow.js';
import { shippingDetailRefusals } from './fromCart/refusals.js';
import { takeStock } from './fromCart/takeStock.js';
import {
  CustomLineItemImportDraft,
  importCustomLineItem,
  importLineItem,
  importShippingInfo,
  LineItemImportDraft,
  ShippingInfoImportDraft,
  withVariantData,
} from './importedItems.js';
import { type Order, OrderState, PaymentState, ShipmentState } from './members.js';

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
      throw invalidInput(
        `All prices of an order have one currency; totalPrice is in ${totalPrice.currencyCode}, ` +
          `another one in ${price.currencyCode}.`,
      );
  };
  for (const { price } of lineItems) assertCurrency(price.value);
  for (const { money } of customLineItems) assertCurrency(money);
  assertCurrency(taxedPrice?.totalNet);
  assertCurrency(taxedPrice?.totalGross);
  assertCurrency(shippingInfo?.price);
};

/** Returns the keys of the addresses that items may be shipped to. Refuses missing and duplicate keys. */
const uniqueAddressKeys = (addresses: readonly AddressDraft[]): ReadonlySet<string> => {
  const keys = new Set<string>();
  for (const address of addresses) {
    const key = requireAddressKey(address, 'itemShippingAddresses.key');
    if (keys.has(key)) throw fail('DuplicateField', { field: 'itemShippingAddresses.key', duplicateValue: key });
    keys.add(key);
  }
  return keys;
};

/** Refuses an order with neither line items nor custom line items. */
const assertHasItems = ({ lineItems = [], customLineItems = [] }: Draft): void => {
  if (lineItems.length === 0 && customLineItems.length === 0)
    throw requiredField('lineItems', 'line items, or custom line items instead');
};

const membersOf = (draft: Draft, context: Context): EveryMember<Order> => {
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
    taxedShippingPrice: undefined,
    discountOnTotalPrice: undefined,
    discountTypeCombination: undefined,
    anonymousId: undefined,
    shippingRateInput: undefined,
    shippingCustomFields: undefined,
    locale: undefined,
    cart: undefined,
    quote: undefined,
    discountCodes: [],
    directDiscounts: undefined,
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

/**
 * Refuses channels and countries that the store of the order does not have, and incomplete shipping details; takes the
 * stock (ERR052) and completes the variants.
 */
const beforeImport: BeforeCommit<Order> = async (access, { projectKey, after }) => {
  const [foreign, stock, lineItems] = await Promise.all([
    storeRefusals(access, projectKey, after),
    takeStock(access, projectKey, after),
    withVariantData(access, projectKey, after.lineItems),
  ]);
  const refusals = [...foreign, ...stock.refusals, ...shippingDetailRefusals(after)];
  if (refusals.length > 0) throw failAll(refusals);
  return { set: { lineItems }, updates: stock.companions };
};

export const orderImport = creation<Order, typeof OrderImportDraft>(
  OrderImportDraft,
  (draft, context) => {
    assertHasItems(draft);
    assertOneCurrency(draft);
    return { members: membersOf(draft, context), messages: order => [{ type: 'OrderImported', order }] };
  },
  [initialItemState],
  beforeImport,
);
