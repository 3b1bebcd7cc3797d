/** Names of shapes that occur in several places: the description contains each shape once and refers to it. */
import type { TSchema } from '@sinclair/typebox';
import { CartState } from '../resources/shared/cartMembers.js';
import { ShippingRateInput } from '../resources/shared/shippingRateInput.js';
import { ExternalTaxAmountDraft, ExternalTaxRateDraft } from '../resources/cart/externalTax.js';
import { DiscountValueDraft } from '../resources/shared/discountValueOf.js';
import { ChannelRole } from '../resources/shared/ChannelRole.js';
import { Destination, DestinationDraft } from '../resources/extension/destination.js';
import {
  Delivery,
  DeliveryDraft,
  Measurements,
  Parcel,
  ParcelDraft,
  TrackingData,
} from '../resources/shared/delivery.js';
import {
  DirectDiscount,
  DiscountCodeInfo,
  DiscountCodeState,
  DiscountedPrice as DiscountedLineItemPrice,
  DiscountOnTotalPrice,
  DiscountPortion,
  DiscountTarget,
  DiscountValue,
} from '../schema/discount.js';
import { ItemState, ItemStateDraft } from '../resources/shared/itemState.js';
import { LineItemImportDraft } from '../resources/order/importLineItem.js';
import { ReturnInfoDraft } from '../resources/order/returnInfo.js';
import { ShippingDetails, ShippingDetailsDraft } from '../resources/shared/shippingDetails.js';
import { ShippingInfoImportDraft } from '../resources/order/importShippingInfo.js';
import {
  MethodInfo,
  Transaction,
  TransactionDraft,
  TransactionState,
  TransactionType,
} from '../resources/payment/members.js';
import { ProductData, ProductVariant, ProductVariantDraft } from '../resources/product/members.js';
import { AttributeDefinition, AttributeDefinitionDraft } from '../resources/productType/attributeDefinition.js';
import { ShippingRateDraft } from '../resources/shippingMethod/shippingRate.js';
import { FieldDefinition } from '../resources/shared/fieldDefinition.js';
import { Address, AddressDraft } from '../schema/address.js';
import { CountryCode, CurrencyCode, DateTime, Key, Locale, LocalizedString } from '../schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../schema/customFields.js';
import { LocalizedEnumValue, PlainEnumValue } from '../resources/shared/enumValues.js';
import { Image } from '../schema/Image.js';
import { Money, MoneyDraft, TypedMoney, TypedMoneyDraft } from '../schema/money.js';
import {
  DiscountedPrice,
  DiscountedPriceDraft,
  Price,
  PriceDraft,
  PriceTier,
  PriceTierDraft,
} from '../schema/price.js';
import { RoundingMode, TaxCalculationMode, TaxedPrice, TaxedPriceDraft, TaxMode, TaxRate } from '../schema/tax.js';
import { LineItem } from '../resources/shared/lineItem.js';
import { CustomLineItem } from '../resources/shared/customLineItem.js';
import { ShippingInfo } from '../resources/shared/shippingInfo.js';
import { ShippingRate } from '../schema/shippingRate.js';
import { LineItemDraft } from '../resources/cart/lineItemDraft.js';
import { StateType } from '../resources/shared/workflowState.js';
import {
  OrderState,
  PaymentState,
  ReturnPaymentState,
  ReturnShipmentState,
  ShipmentState,
} from '../resources/order/enums.js';
import { CartOrigin, InventoryMode, ShippingMode } from '../resources/shared/basketEnums.js';
import { StateRole } from '../resources/state/members.js';
import { ReturnInfo } from '../resources/order/members.js';

const shapes: Readonly<Record<string, TSchema>> = {
  DateTime,
  Key,
  CountryCode,
  CurrencyCode,
  Locale,
  LocalizedString,
  Money,
  MoneyDraft,
  TypedMoney,
  TypedMoneyDraft,
  Price,
  PriceDraft,
  PriceTier,
  PriceTierDraft,
  DiscountedPrice,
  DiscountedPriceDraft,
  TaxRate,
  TaxedPrice,
  TaxedPriceDraft,
  TaxMode,
  TaxCalculationMode,
  RoundingMode,
  Address,
  AddressDraft,
  CustomFields,
  CustomFieldsDraft,
  Image,
  PlainEnumValue,
  LocalizedEnumValue,
  LineItem,
  LineItemDraft,
  LineItemImportDraft,
  CustomLineItem,
  ItemState,
  ItemStateDraft,
  DiscountedLineItemPrice,
  DiscountOnTotalPrice,
  DiscountPortion,
  Delivery,
  DeliveryDraft,
  Parcel,
  ParcelDraft,
  Measurements,
  TrackingData,
  ReturnInfo,
  ReturnInfoDraft,
  ShippingDetails,
  ShippingDetailsDraft,
  ShippingInfo,
  ShippingInfoImportDraft,
  OrderState,
  ShipmentState,
  PaymentState,
  ReturnShipmentState,
  ReturnPaymentState,
  ShippingMode,
  InventoryMode,
  CartOrigin,
  CartState,
  ShippingRateInput,
  ExternalTaxRateDraft,
  ExternalTaxAmountDraft,
  ShippingRate,
  ShippingRateDraft,
  DirectDiscount,
  DiscountCodeInfo,
  DiscountCodeState,
  CartDiscountValue: DiscountValue,
  CartDiscountValueDraft: DiscountValueDraft,
  CartDiscountTarget: DiscountTarget,
  Transaction,
  TransactionDraft,
  TransactionType,
  TransactionState,
  PaymentMethodInfo: MethodInfo,
  ProductData,
  ProductVariant,
  ProductVariantDraft,
  AttributeDefinition,
  AttributeDefinitionDraft,
  FieldDefinition,
  StateType,
  StateRole,
  ChannelRole,
  ExtensionDestination: Destination,
  ExtensionDestinationDraft: DestinationDraft,
};

/** The name of a declared shape by its JSON text, since an optional member is a copy of the shape. */
export const shapeNames: ReadonlyMap<string, string> = new Map(
  Object.entries(shapes)
    .reverse()
    .map(([name, shape]) => [JSON.stringify(shape), name]),
);
