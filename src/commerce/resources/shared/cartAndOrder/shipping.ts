/** The shipping of a cart or an order: the rate input, the shipping info, deliveries and their parcels. */
import { Named } from '../../../../engine/schema/Named.js';
import type { Static } from '@sinclair/typebox';
import { invalidField } from '../../../../base/errors/ApiError.js';
import type { Context } from '../../../../engine/define/Context.js';
import { CustomFields, CustomFieldsDraft } from '../../../../engine/schema/customFields.js';
import {
  DateTime,
  Flag,
  Integer,
  IntegerFrom,
  List,
  LocalizedString,
  NonEmptyText,
  OneOf,
  Optional,
  Quantity,
  Shape,
  Text,
} from '../../../../engine/schema/primitives.js';
import { Reference } from '../../../../engine/schema/reference.js';
import { Type } from '../../../../engine/schema/Type.js';
import { Address, AddressDraft } from '../../../values/address.js';
import { DiscountedPrice } from '../../../values/discount.js';
import { Money } from '../../../values/money.js';
import { isMatching } from '../../../values/shippingRate.js';
import { TaxedItemPrice, TaxRate } from '../../../values/tax.js';
import { addressOf } from '../addresses.js';
import { customFieldsOf } from '../customFields.js';
import { assertUniqueKeys, assertUniqueNames } from '../listElements.js';

const scoreMax = 1_000_000;
const Score = IntegerFrom(0, scoreMax);

export const ShippingRateInputDraft = Named(
  'ShippingRateInputDraft',
  Shape({
    type: OneOf(['Classification', 'Score']),
    key: Optional(Text),
    score: Optional(Score),
  }),
);

/** Selects a tier of a shipping rate, instead of the value of the cart. */
export const ShippingRateInput = Named(
  'ShippingRateInput',
  Shape({
    type: OneOf(['Classification', 'Score']),
    key: Optional(Text),
    label: Optional(LocalizedString),
    score: Optional(Score),
  }),
);

export type ShippingRateInput = Static<typeof ShippingRateInput>;
export const DeliveryItems = List(
  Named('DeliveryItem', Shape({ id: Text, quantity: Quantity }), { input: 'DeliveryItemDraftType' }),
);

export const Measurements = Named(
  'Measurements',
  Shape({
    heightInMillimeter: Optional(Integer),
    lengthInMillimeter: Optional(Integer),
    widthInMillimeter: Optional(Integer),
    weightInGram: Optional(Integer),
  }),
  { type: 'ParcelMeasurements', input: 'ParcelMeasurementsDraftType' },
);

export const TrackingData = Named(
  'TrackingData',
  Shape({
    trackingId: Optional(Text),
    carrier: Optional(Text),
    provider: Optional(Text),
    providerTransaction: Optional(Text),
    isReturn: Optional(Flag),
  }),
  { input: 'TrackingDataDraftType' },
);

const parcelMembers = {
  key: Optional(Text),
  measurements: Optional(Measurements),
  trackingData: Optional(TrackingData),
  items: Optional(DeliveryItems),
};

export const Parcel = Named(
  'Parcel',
  Shape(
    { id: Text, createdAt: DateTime, ...parcelMembers, custom: Optional(CustomFields) },
    { customFieldHolders: { custom: 'order-parcel' } },
  ),
);

export type Parcel = Static<typeof Parcel>;
const parcelDraftMembers = { ...parcelMembers, custom: Optional(CustomFieldsDraft) };
export const ParcelDraft = Named('ParcelDraft', Shape(parcelDraftMembers), { input: 'ParcelDataDraftType' });
/** An imported parcel keeps its id and the time of its creation. */
const ParcelImportDraft = Named(
  'ParcelImportDraft',
  Shape({ id: Optional(NonEmptyText), createdAt: Optional(DateTime), ...parcelDraftMembers }),
  { input: 'ParcelDraft' },
);

export const Delivery = Named(
  'Delivery',
  Shape(
    {
      id: Text,
      key: Optional(Text),
      createdAt: DateTime,
      items: DeliveryItems,
      parcels: List(Parcel),
      address: Optional(Address),
      custom: Optional(CustomFields),
    },
    { customFieldHolders: { custom: 'order-delivery' } },
  ),
);

export type Delivery = Static<typeof Delivery>;

export const DeliveryDraft = Named(
  'DeliveryDraft',
  Shape({
    key: Optional(Text),
    items: Optional(DeliveryItems),
    parcels: Optional(List(ParcelImportDraft)),
    address: Optional(AddressDraft),
    custom: Optional(CustomFieldsDraft),
  }),
);

export const parcelOf = (
  { custom, ...plain }: Static<typeof ParcelImportDraft>,
  context: Context,
): Static<typeof Parcel> => ({
  id: context.newId(),
  createdAt: context.now,
  ...plain,
  custom: customFieldsOf(custom, 'order-parcel', context),
});

/** Refuses two deliveries, or two parcels, of an order with the same key. */
export const assertDeliveryKeys = (deliveries: readonly Delivery[]): void => {
  assertUniqueKeys(deliveries, 'deliveryKey');
  const parcels = deliveries.flatMap(each => each.parcels);
  assertUniqueKeys(parcels, 'parcelKey');
  assertUniqueNames(
    parcels.map(({ id }) => id),
    'parcelId',
  );
};

export const deliveryOf = (
  { key, items = [], parcels = [], address, custom }: Static<typeof DeliveryDraft>,
  context: Context,
): Static<typeof Delivery> => ({
  id: context.newId(),
  key,
  createdAt: context.now,
  items,
  parcels: parcels.map(parcel => parcelOf(parcel, context)),
  address: addressOf(address, context),
  custom: customFieldsOf(custom, 'order-delivery', context),
});

export const ShippingMethodState = Named('ShippingMethodState', OneOf(['MatchesCart', 'DoesNotMatchCart']));
export const Tiers = List(Type.Any());

/** The range of time in which a shipment is expected. */
export const EstimatedDelivery = Named(
  'EstimatedDelivery',
  Shape({ from: Optional(DateTime), until: Optional(DateTime) }),
  { input: 'EstimatedDeliveryInput' },
);
export type EstimatedDelivery = Static<typeof EstimatedDelivery>;

/** Refuses a delivery that ends before it begins. */
export const estimatedDeliveryOf = (given: EstimatedDelivery | undefined): EstimatedDelivery | undefined => {
  if (given?.from !== undefined && given.until !== undefined && given.until < given.from)
    throw invalidField('estimatedDelivery.until', given.until, `Expected a time that is not before '${given.from}'.`);
  return given;
};

const AppliedShippingRate = Named(
  'AppliedShippingRate',
  Shape({ price: Money, freeAbove: Optional(Money), tiers: Tiers, isMatching }),
  { type: 'ShippingRate' },
);

export const ShippingInfo = Named(
  'ShippingInfo',
  Shape({
    shippingMethodName: Text,
    price: Money,
    shippingRate: AppliedShippingRate,
    taxedPrice: Optional(TaxedItemPrice),
    taxRate: Optional(TaxRate),
    taxCategory: Optional(Reference('tax-category')),
    shippingMethod: Optional(Reference('shipping-method')),
    deliveries: List(Delivery),
    discountedPrice: Optional(DiscountedPrice),
    shippingMethodState: ShippingMethodState,
    estimatedDelivery: Optional(EstimatedDelivery),
  }),
);

export type ShippingInfo = Static<typeof ShippingInfo>;
