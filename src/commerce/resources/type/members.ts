import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import {
  Key,
  List,
  LocalizedString,
  NonEmptyText,
  Optional,
  Shape,
  LocalizedText,
} from '../../../engine/schema/primitives.js';
import { FieldDefinition } from '../shared/fieldDefinition.js';

const Names = List(NonEmptyText);

export const TypeMembers = Shape({
  key: Key,
  name: LocalizedString,
  description: Optional(LocalizedString),
  resourceTypeIds: Names,
  fieldDefinitions: List(FieldDefinition),
});

export const TypeDraft = Shape({
  key: Key,
  name: LocalizedText,
  description: Optional(LocalizedString),
  resourceTypeIds: Names,
  fieldDefinitions: Optional(List(FieldDefinition)),
});

export type Type = Base & Static<typeof TypeMembers>;
