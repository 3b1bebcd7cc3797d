import { unchanged } from '../../engine/define/Change.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { fail } from '../../errors/ApiError.js';
import { FieldDefinition } from '../shared/fieldDefinition.js';
import type { Type } from './members.js';

export const findFieldDefinition = ({ fieldDefinitions, key }: Type, fieldName: string): FieldDefinition => {
  const found = fieldDefinitions.find(({ name }) => name === fieldName);
  if (found === undefined)
    throw fail('InvalidOperation', {
      message: `The Type '${key}' has no field '${fieldName}'; known: ${fieldDefinitions.map(({ name }) => name).join(', ') || 'none'}.`,
    });
  return found;
};

export const withFieldDefinition = ({ fieldDefinitions }: Type, old: FieldDefinition, next: FieldDefinition) =>
  sameValue(old, next)
    ? unchanged
    : { set: { fieldDefinitions: fieldDefinitions.map(each => (each === old ? next : each)) } };
