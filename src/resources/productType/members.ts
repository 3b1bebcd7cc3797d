import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { Key, List, NonEmptyText, Optional, Shape, Text } from '../../schema/primitives.js';
import { AttributeDefinition, AttributeDefinitionDraft } from './attributeDefinition.js';

const plain = { key: Optional(Key), name: NonEmptyText, description: Text };

export const ProductTypeMembers = Shape({ ...plain, attributes: List(AttributeDefinition) });

export const ProductTypeDraft = Shape({ ...plain, attributes: Optional(List(AttributeDefinitionDraft)) });

export type ProductType = Base & Static<typeof ProductTypeMembers>;
