import { errorEntry } from '../../../base/errors/ApiError.js';
import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { actions, includesLocation } from './actions.js';
import { type Location, type Zone, ZoneDraft, ZoneMembers } from './members.js';

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
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  claims: ({ locations }) => locations.map(locationClaim),
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
