import type { ActionTable } from '../../engine/define/Action.js';
import { change, set } from '../../engine/define/actions.js';
import { Key, NonEmptyText, Text } from '../../schema/primitives.js';
import { addLocation } from './actions/addLocation.js';
import { removeLocation } from './actions/removeLocation.js';
import type { Zone } from './members.js';

export const actions: ActionTable<Zone> = {
  changeName: change<Zone>('name', NonEmptyText),
  setKey: set<Zone>('key', Key),
  setDescription: set<Zone>('description', Text),
  addLocation,
  removeLocation,
};
