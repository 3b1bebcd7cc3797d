import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { CountryCode, Key, List, NonEmptyText, Optional, Shape, Text } from '../../engine/schema/primitives.js';
import { Named } from '../../engine/schema/Named.js';
import { type ActionTable, unchanged, action, change, set } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { errorEntry } from '../../base/errors/ApiError.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';

const Location = Named('Location', Shape({ country: CountryCode, state: Optional(NonEmptyText) }), {
  input: 'ZoneLocation',
});

type Location = Static<typeof Location>;

const named = { key: Optional(Key), name: NonEmptyText, description: Optional(Text) };

const ZoneMembers = Shape({ ...named, locations: List(Location) });

const ZoneDraft = Shape({ ...named, locations: Optional(List(Location)) });

export type Zone = Base & Static<typeof ZoneMembers>;

const actions: ActionTable<Zone> = {
  changeName: change<Zone>('name', NonEmptyText),
  setKey: set<Zone>('key', Key),
  setDescription: set<Zone>('description', Text),
  addLocation: action({ location: Location }, ({ locations }: Zone, { location }) =>
    includesLocation(locations, location) ? unchanged : { set: { locations: [...locations, location] } },
  ),
  removeLocation: action({ location: Location }, ({ locations }: Zone, { location }) =>
    includesLocation(locations, location)
      ? { set: { locations: locations.filter(each => !sameValue(each, location)) } }
      : unchanged,
  ),
};

const includesLocation = (locations: readonly Location[], location: Location): boolean =>
  locations.some(each => sameValue(each, location));

const draft = creation<Zone, typeof ZoneDraft>(ZoneDraft, ({ locations = [], ...plain }) => ({
  members: {
    ...plain,
    locations: locations.filter((location, at) => !includesLocation(locations.slice(0, at), location)),
  },
}));

/** Locations with the same shipping rates. */
export const zone = defineResource<Zone>({
  typeId: 'zone',
  path: 'zones',
  shared: true,
  scopes: { read: ['view_zones'], write: ['manage_zones'] },
  resource: ZoneMembers,
  draft,
  actions,
  unique: ['key'],
  claims: { values: ({ locations }) => locations.map(locationClaim) },
  behindReferences: 'zones tell where the merchant ships, and no cart refers to one',
});

/** Makes the commit refuse a location of two zones, so that each location has one set of rates. */
const locationClaim = (location: Location) => {
  const value = location.state === undefined ? location.country : `${location.country}/${location.state}`;
  return {
    path: 'locations',
    value,
    refusal: errorEntry('DuplicateField', { field: 'locations', duplicateValue: location }),
  };
};
