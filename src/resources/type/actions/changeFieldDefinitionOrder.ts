import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { fail } from '../../../errors/ApiError.js';
import { List, Text } from '../../../schema/primitives.js';
import type { Type } from '../members.js';
import { reorder } from '../../shared/reorder.js';

export const changeFieldDefinitionOrder: Action<Type> = action(
  { fieldNames: List(Text) },
  ({ fieldDefinitions }: Type, { fieldNames }) => {
    const next = reorder(
      fieldDefinitions,
      ({ name }) => name,
      fieldNames,
      () =>
        fail('InvalidInput', {
          message: `fieldNames must hold every field once: ${fieldDefinitions.map(({ name }) => name).join(', ') || 'the Type has none'}.`,
        }),
    );
    return sameValue(fieldDefinitions, next) ? unchanged : { set: { fieldDefinitions: next } };
  },
);
