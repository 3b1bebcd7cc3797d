import type { Static } from '@sinclair/typebox';
import type { Base } from '../../../engine/define/Base.js';
import { Named } from '../../../engine/schema/Named.js';
import {
  Key,
  List,
  LocalizedString,
  NonEmptyText,
  Optional,
  Shape,
  LocalizedText,
} from '../../../engine/schema/primitives.js';

/** Names an attribute, which any product types may declare. */
export const AttributeReference = Named('AttributeReference', Shape({ key: NonEmptyText }));
export type AttributeReference = Static<typeof AttributeReference>;

export const AttributeReferences = List(AttributeReference);

const members = {
  key: Optional(Key),
  name: LocalizedText,
  description: Optional(LocalizedString),
  attributes: AttributeReferences,
};

export const AttributeGroupMembers = Shape(members);

export const AttributeGroupDraft = Shape(members);

export type AttributeGroup = Base & Static<typeof AttributeGroupMembers>;
