import { creation } from '../../engine/define/defineResource.js';
import { includesLocation } from './includesLocation.js';
import { type Zone, ZoneDraft } from './members.js';

export const draft = creation<Zone, typeof ZoneDraft>(ZoneDraft, ({ locations = [], ...plain }) => ({
  members: {
    ...plain,
    locations: locations.filter((location, at) => !includesLocation(locations.slice(0, at), location)),
  },
}));
