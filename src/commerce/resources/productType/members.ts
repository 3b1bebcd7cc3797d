import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import { Key, List, NonEmptyText, Optional, Shape, Text } from '../../../engine/schema/primitives.js';
import { AttributeDefinition, AttributeDefinitionDraft } from './attributeDefinition.js';

const plain = { key: Optional(Key), name: NonEmptyText, description: Text };

export const ProductTypeMembers = Shape({ ...plain, attributes: List(AttributeDefinition) });

export const ProductTypeDraft = Shape({ ...plain, attributes: Optional(List(AttributeDefinitionDraft)) });

/** The stamp of a product type, for responses about its products. */
export const productTypeStamp = (id: string): string => `product-type:${id}`;

export type ProductType = Base & Static<typeof ProductTypeMembers>;
