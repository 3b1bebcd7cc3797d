import { creation } from '../../engine/define/defineResource.js';
import { fail } from '../../errors/ApiError.js';
import { toAttributeDefinition } from './attributeDefinition.js';
import { type ProductType, ProductTypeDraft } from './members.js';

export const draft = creation<ProductType, typeof ProductTypeDraft>(
  ProductTypeDraft,
  ({ attributes = [], ...members }) => {
    const names = attributes.map(({ name }) => name);
    const twice = names.find((name, at) => names.indexOf(name) !== at);
    if (twice !== undefined) throw fail('DuplicateField', { field: 'attributes.name', duplicateValue: twice });
    return { members: { ...members, attributes: attributes.map(toAttributeDefinition) } };
  },
);
