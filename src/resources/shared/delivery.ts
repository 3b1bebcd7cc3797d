import type { Static } from '@sinclair/typebox';
import type { Context } from '../../engine/define/Context.js';
import { Address, AddressDraft } from '../../schema/address.js';
import { addressOf } from './addressOf.js';
import { DateTime, Flag, Integer, List, Optional, Quantity, Shape, Text } from '../../schema/primitives.js';
import { customFieldsOf } from './customFields.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';
import { assertUniqueKeys } from './listElements.js';

export const DeliveryItems = List(Shape({ id: Text, quantity: Quantity }));

export const Measurements = Shape({
  heightInMillimeter: Optional(Integer),
  lengthInMillimeter: Optional(Integer),
  widthInMillimeter: Optional(Integer),
  weightInGram: Optional(Integer),
});

export const TrackingData = Shape({
  trackingId: Optional(Text),
  carrier: Optional(Text),
  provider: Optional(Text),
  providerTransaction: Optional(Text),
  isReturn: Optional(Flag),
});

const parcelMembers = {
  key: Optional(Text),
  measurements: Optional(Measurements),
  trackingData: Optional(TrackingData),
  items: Optional(DeliveryItems),
};

export const Parcel = Shape(
  { id: Text, createdAt: DateTime, ...parcelMembers, custom: Optional(CustomFields) },
  { customFieldHolders: { custom: 'order-parcel' } },
);
export const ParcelDraft = Shape({ ...parcelMembers, custom: Optional(CustomFieldsDraft) });

export const Delivery = Shape(
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
);

export type Parcel = Static<typeof Parcel>;
export type Delivery = Static<typeof Delivery>;

export const DeliveryDraft = Shape({
  key: Optional(Text),
  items: Optional(DeliveryItems),
  parcels: Optional(List(ParcelDraft)),
  address: Optional(AddressDraft),
  custom: Optional(CustomFieldsDraft),
});

export const parcelOf = (
  { custom, ...plain }: Static<typeof ParcelDraft>,
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
  assertUniqueKeys(
    deliveries.flatMap(({ parcels }) => parcels),
    'parcelKey',
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
