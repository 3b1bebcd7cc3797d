import { unchanged } from '../../engine/define/Change.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { fail } from '../../errors/ApiError.js';
import type { AttributeDefinition } from './attributeDefinition.js';
import type { ProductType } from './members.js';

/** Finds a definition by name (ERR049). */
export const findAttributeDefinition = ({ attributes }: ProductType, name: string): AttributeDefinition => {
  const found = attributes.find(each => each.name === name);
  if (found === undefined) throw fail('AttributeNameDoesNotExist', { invalidAttributeName: name });
  return found;
};

/** Refuses a duplicate name within one product type (ERR044); beforeCommit.ts checks the other product types. */
export const assertNewAttributeName = ({ id, name, attributes }: ProductType, attributeName: string): void => {
  if (attributes.some(each => each.name === attributeName))
    throw fail('AttributeDefinitionAlreadyExists', {
      conflictingProductTypeId: id,
      conflictingProductTypeName: name,
      conflictingAttributeName: attributeName,
    });
};

export const withAttributeDefinition = (
  { attributes }: ProductType,
  old: AttributeDefinition,
  next: AttributeDefinition,
) => (sameValue(old, next) ? unchanged : { set: { attributes: attributes.map(each => (each === old ? next : each)) } });
