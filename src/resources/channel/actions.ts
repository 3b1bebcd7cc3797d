import type { ActionTable } from '../../engine/define/Action.js';
import { change, set } from '../../engine/define/actions.js';
import { Key, LocalizedString } from '../../schema/primitives.js';
import { ownCustom, setCustomField, setCustomType } from '../shared/customActions.js';
import { onOwnAddress } from '../shared/ownAddress.js';
import { addRoles } from './actions/addRoles.js';
import { removeRoles } from './actions/removeRoles.js';
import { setAddress } from './actions/setAddress.js';
import { setRoles } from './actions/setRoles.js';
import { type Channel, GeoLocation } from './members.js';

export const actions: ActionTable<Channel> = {
  changeKey: change<Channel>('key', Key),
  changeName: change<Channel>('name', LocalizedString),
  changeDescription: change<Channel>('description', LocalizedString),
  setRoles,
  addRoles,
  removeRoles,
  setAddress,
  setGeoLocation: set<Channel>('geoLocation', GeoLocation),
  setAddressCustomType: setCustomType(onOwnAddress<Channel>('channel')),
  setAddressCustomField: setCustomField(onOwnAddress<Channel>('channel')),
  setCustomType: setCustomType(ownCustom<Channel>('channel')),
  setCustomField: setCustomField(ownCustom<Channel>('channel')),
};
