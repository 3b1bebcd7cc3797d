import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import { CountryCode, Key, List, NonEmptyText, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { Named } from '../../../engine/schema/Named.js';

export const Location = Named('Location', Shape({ country: CountryCode, state: Optional(NonEmptyText) }), {
  input: 'ZoneLocation',
});

export type Location = Static<typeof Location>;

const named = { key: Optional(Key), name: NonEmptyText, description: Optional(Text) };

export const ZoneMembers = Shape({ ...named, locations: List(Location) });

export const ZoneDraft = Shape({ ...named, locations: Optional(List(Location)) });

export type Zone = Base & Static<typeof ZoneMembers>;
