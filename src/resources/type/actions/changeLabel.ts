import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { LocalizedString, Text } from '../../../schema/primitives.js';
import { findFieldDefinition, withFieldDefinition } from '../fieldDefinitions.js';
import type { Type } from '../members.js';

export const changeLabel: Action<Type> = action(
  { fieldName: Text, label: LocalizedString },
  (type: Type, { fieldName, label }) => {
    const old = findFieldDefinition(type, fieldName);
    return withFieldDefinition(type, old, { ...old, label });
  },
);
