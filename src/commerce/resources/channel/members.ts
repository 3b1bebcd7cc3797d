import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import { Address, AddressDraft } from '../../values/address.js';
import { CustomFields, CustomFieldsDraft } from '../../../engine/schema/customFields.js';
import { Key, List, LocalizedString, Optional, Shape } from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';
import { Type } from '../../../engine/schema/Type.js';
import { ReviewRatingStatistics } from '../shared/reviewRatingStatistics.js';
import { ChannelRole } from '../shared/references.js';

export const Roles = List(ChannelRole);

/** Returns the roles of a channel. Without roles, also with an empty list, it gets the default role. */
export const rolesOf = (roles: Static<typeof Roles> = []): Static<typeof Roles> =>
  roles.length === 0 ? ['InventorySupply'] : [...new Set(roles)];

/** A point on earth as longitude and latitude. */
export const GeoLocation = Named(
  'GeoJsonPoint',
  Shape({
    type: Type.Literal('Point'),
    coordinates: Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }),
  }),
  { type: 'Point', input: 'GeometryInput' },
);

const plain = {
  name: Optional(LocalizedString),
  description: Optional(LocalizedString),
  geoLocation: Optional(GeoLocation),
};

export const ChannelMembers = Shape({
  key: Key,
  roles: Roles,
  ...plain,
  address: Optional(Address),
  reviewRatingStatistics: Optional(ReviewRatingStatistics),
  custom: Optional(CustomFields),
});

export const ChannelDraft = Shape({
  key: Key,
  roles: Optional(Roles),
  ...plain,
  address: Optional(AddressDraft),
  custom: Optional(CustomFieldsDraft),
});

export type Channel = Base & Static<typeof ChannelMembers>;
