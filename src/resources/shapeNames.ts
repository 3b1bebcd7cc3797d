/** Names of shapes that occur in several places: the description contains each shape once and refers to it. */
import type { TSchema } from '@sinclair/typebox';
import { CartState } from './shared/cartMembers.js';
import { ShippingRateInput } from './shared/shippingRateInput.js';
import { ExternalTaxAmountDraft, ExternalTaxRateDraft } from './cart/externalTax.js';
import { DiscountValueDraft } from './shared/discountValueOf.js';
import { ChannelRole } from './shared/ChannelRole.js';
import { Destination, DestinationDraft } from './extension/destination.js';
import { Delivery, DeliveryDraft, Measurements, Parcel, ParcelDraft, TrackingData } from './shared/delivery.js';
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
import { ItemState, ItemStateDraft } from './shared/itemState.js';
import { LineItemImportDraft } from './order/importLineItem.js';
import { ReturnInfoDraft } from './order/returnInfo.js';
import { ShippingDetails, ShippingDetailsDraft } from './shared/shippingDetails.js';
import { ShippingInfoImportDraft } from './order/importShippingInfo.js';
import { MethodInfo, Transaction, TransactionDraft, TransactionState, TransactionType } from './payment/members.js';
import { ProductData, ProductVariant, ProductVariantDraft } from './product/members.js';
import { AttributeDefinition, AttributeDefinitionDraft } from './productType/attributeDefinition.js';
import { ShippingRateDraft } from './shippingMethod/shippingRate.js';
import { FieldDefinition } from './shared/fieldDefinition.js';
import { Address, AddressDraft } from '../schema/address.js';
import { CountryCode, CurrencyCode, DateTime, Key, Locale, LocalizedString } from '../schema/primitives.js';
import { CustomFields, CustomFieldsDraft } from '../schema/customFields.js';
import { LocalizedEnumValue, PlainEnumValue } from './shared/enumValues.js';
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
import { LineItem } from './shared/lineItem.js';
import { CustomLineItem } from './shared/customLineItem.js';
import { ShippingInfo } from './shared/shippingInfo.js';
import { ShippingRate } from '../schema/shippingRate.js';
import { LineItemDraft } from './cart/lineItemDraft.js';
import { StateType } from './shared/workflowState.js';
import { OrderState, PaymentState, ReturnPaymentState, ReturnShipmentState, ShipmentState } from './order/enums.js';
import { CartOrigin, InventoryMode, ShippingMode } from './shared/basketEnums.js';
import { StateRole } from './state/members.js';
import { ReturnInfo } from './order/members.js';

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
