import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { Text } from '../../../schema/primitives.js';
import { InputHint } from '../../shared/fieldDefinition.js';
import { findFieldDefinition, withFieldDefinition } from '../fieldDefinitions.js';
import type { Type } from '../members.js';

export const changeInputHint: Action<Type> = action(
  { fieldName: Text, inputHint: InputHint },
  (type: Type, { fieldName, inputHint }) => {
    const old = findFieldDefinition(type, fieldName);
    return withFieldDefinition(type, old, { ...old, inputHint });
  },
);
