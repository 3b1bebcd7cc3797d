import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { includesLocation } from '../includesLocation.js';
import { Location, type Zone } from '../members.js';

export const addLocation: Action<Zone> = action({ location: Location }, ({ locations }: Zone, { location }) =>
  includesLocation(locations, location) ? unchanged : { set: { locations: [...locations, location] } },
);
