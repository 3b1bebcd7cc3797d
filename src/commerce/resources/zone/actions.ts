import { type ActionTable, unchanged, action, change, set } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Key, NonEmptyText, Text } from '../../../engine/schema/primitives.js';
import { Location, type Zone } from './members.js';

export const actions: ActionTable<Zone> = {
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

export const includesLocation = (locations: readonly Location[], location: Location): boolean =>
  locations.some(each => sameValue(each, location));
