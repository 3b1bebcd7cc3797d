import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Text } from '../../../schema/primitives.js';
import { findFieldDefinition } from '../fieldDefinitions.js';
import type { Type } from '../members.js';

export const removeFieldDefinition: Action<Type> = action({ fieldName: Text }, (type: Type, { fieldName }) => {
  const old = findFieldDefinition(type, fieldName);
  return { set: { fieldDefinitions: type.fieldDefinitions.filter(each => each !== old) } };
});
