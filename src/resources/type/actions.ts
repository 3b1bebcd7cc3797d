import type { ActionTable } from '../../engine/define/Action.js';
import { change, set } from '../../engine/define/actions.js';
import { Key, LocalizedString, Text } from '../../schema/primitives.js';
import { addFieldDefinition } from './actions/addFieldDefinition.js';
import { changeFieldDefinitionOrder } from './actions/changeFieldDefinitionOrder.js';
import { changeInputHint } from './actions/changeInputHint.js';
import { changeLabel } from './actions/changeLabel.js';
import { removeFieldDefinition } from './actions/removeFieldDefinition.js';
import { addFieldEnumValue, changeFieldEnumLabel, changeFieldEnumOrder } from './enumActions.js';
import type { Type } from './members.js';

export const actions: ActionTable<Type> = {
  changeKey: change<Type>('key', Key),
  changeName: change<Type>('name', LocalizedString),
  setDescription: set<Type>('description', LocalizedString),
  addFieldDefinition,
  removeFieldDefinition,
  changeFieldDefinitionOrder,
  changeLabel,
  changeInputHint,
  addEnumValue: addFieldEnumValue('Enum', Text),
  addLocalizedEnumValue: addFieldEnumValue('LocalizedEnum', LocalizedString),
  changeEnumValueLabel: changeFieldEnumLabel('Enum', Text),
  changeLocalizedEnumValueLabel: changeFieldEnumLabel('LocalizedEnum', LocalizedString),
  changeEnumValueOrder: changeFieldEnumOrder('Enum'),
  changeLocalizedEnumValueOrder: changeFieldEnumOrder('LocalizedEnum'),
};
