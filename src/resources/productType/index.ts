import type { Static } from '@sinclair/typebox';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import type { Base } from '../../engine/define/Base.js';
import { fail } from '../../errors/ApiError.js';
import { Key, List, NonEmptyText, Optional, Shape, Text } from '../../schema/primitives.js';
import { actions } from './actions.js';
import { AttributeDefinition, AttributeDefinitionDraft, toAttributeDefinition } from './attributeDefinition.js';
import { beforeCommit } from './beforeCommit.js';

export type { AttributeDefinition, AttributeType } from './attributeDefinition.js';

const plain = { key: Optional(Key), name: NonEmptyText, description: Text };

const ProductTypeMembers = Shape({ ...plain, attributes: List(AttributeDefinition) });
const ProductTypeDraft = Shape({ ...plain, attributes: Optional(List(AttributeDefinitionDraft)) });

export type ProductType = Base & Static<typeof ProductTypeMembers>;

const draft = creation<ProductType, typeof ProductTypeDraft>(ProductTypeDraft, ({ attributes = [], ...members }) => {
  const names = attributes.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw fail('DuplicateField', { field: 'attributes.name', duplicateValue: twice });
  return { members: { ...members, attributes: attributes.map(toAttributeDefinition) } };
});

/** Declares the attributes of products (ERR044 to ERR051). */
export const productType = defineResource<ProductType>({
  typeId: 'product-type',
  path: 'product-types',
  scopes: { read: ['view_products'], write: ['manage_products'] },
  resource: ProductTypeMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  beforeCommit,
});
