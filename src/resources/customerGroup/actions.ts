import type { ActionTable } from '../../engine/define/Action.js';
import { change, set } from '../../engine/define/actions.js';
import { Key, NonEmptyText } from '../../schema/primitives.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';
import type { CustomerGroup } from './members.js';
import { setCustomField } from '../shared/setCustomField.js';
import { setCustomType } from '../shared/setCustomType.js';

const onGroup = resourceCustomFields<CustomerGroup>('customer-group', 'CustomerGroup', 'old');

export const actions: ActionTable<CustomerGroup> = {
  changeName: change<CustomerGroup>('name', NonEmptyText),
  setKey: set<CustomerGroup>('key', Key),
  setCustomType: setCustomType(onGroup),
  setCustomField: setCustomField(onGroup),
};
