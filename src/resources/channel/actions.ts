import type { ActionTable } from '../../engine/define/Action.js';
import { change, set } from '../../engine/define/actions.js';
import { Key, LocalizedString } from '../../schema/primitives.js';
import { addressCustomFields } from '../shared/addressCustomFields.js';
import { addRoles } from './actions/addRoles.js';
import { removeRoles } from './actions/removeRoles.js';
import { setAddress } from './actions/setAddress.js';
import { setRoles } from './actions/setRoles.js';
import { type Channel, GeoLocation } from './members.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

export const actions: ActionTable<Channel> = {
  changeKey: change<Channel>('key', Key),
  changeName: change<Channel>('name', LocalizedString),
  changeDescription: change<Channel>('description', LocalizedString),
  setRoles,
  addRoles,
  removeRoles,
  setAddress,
  setGeoLocation: set<Channel>('geoLocation', GeoLocation),
  setAddressCustomType: setCustomType(addressCustomFields('channel')),
  setAddressCustomField: setCustomField(addressCustomFields('channel')),
  setCustomType: setCustomType(resourceCustomFields<Channel>('channel')),
  setCustomField: setCustomField(resourceCustomFields<Channel>('channel')),
};
