import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { Address, AddressDraft } from '../../schema/address.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';
import { Key, List, LocalizedString, Optional, Shape } from '../../schema/primitives.js';
import { Type } from '../../schema/Type.js';
import { ChannelRole } from '../shared/ChannelRole.js';

export const Roles = List(ChannelRole);

/** A point on earth as longitude and latitude. */
export const GeoLocation = Shape({
  type: Type.Literal('Point'),
  coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
});

const plain = {
  name: Optional(LocalizedString),
  description: Optional(LocalizedString),
  geoLocation: Optional(GeoLocation),
};

export const ChannelMembers = Shape(
  {
    key: Key,
    roles: Roles,
    ...plain,
    address: Optional(Address),
    custom: Optional(CustomFields),
  },
  { queryableMembers: ['reviewRatingStatistics'] },
);

export const ChannelDraft = Shape({
  key: Key,
  roles: Optional(Roles),
  ...plain,
  address: Optional(AddressDraft),
  custom: Optional(CustomFieldsDraft),
});

export type Channel = Base & Static<typeof ChannelMembers>;
