import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { assertDefinitions, FieldDefinition } from '../../shared/fieldDefinition.js';
import type { Type } from '../members.js';

export const addFieldDefinition: Action<Type> = action(
  { fieldDefinition: FieldDefinition },
  ({ fieldDefinitions }: Type, { fieldDefinition }) => {
    const all = [...fieldDefinitions, fieldDefinition];
    assertDefinitions(all);
    return { set: { fieldDefinitions: all } };
  },
);
