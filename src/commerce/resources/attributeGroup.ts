import { distinctBy } from './shared/listElements.js';
import type { Static } from '@sinclair/typebox';
import type { Base } from '../../engine/define/Base.js';
import { Named } from '../../engine/schema/Named.js';
import {
  Key,
  List,
  LocalizedString,
  NonEmptyText,
  Optional,
  Shape,
  LocalizedText,
} from '../../engine/schema/primitives.js';
import { type ActionTable, action, change, set, setFrom, changeTo } from '../../engine/define/actions.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';

/** Names an attribute, which any product types may declare. */
const AttributeReference = Named('AttributeReference', Shape({ key: NonEmptyText }));
type AttributeReference = Static<typeof AttributeReference>;

const AttributeReferences = List(AttributeReference);

const members = {
  key: Optional(Key),
  name: LocalizedText,
  description: Optional(LocalizedString),
  attributes: AttributeReferences,
};

const AttributeGroupMembers = Shape(members);

const AttributeGroupDraft = Shape(members);

type AttributeGroup = Base & Static<typeof AttributeGroupMembers>;

const uniqueAttributes = (attributes: readonly AttributeReference[]): AttributeReference[] =>
  distinctBy(attributes, ({ key }) => key);

const actions: ActionTable<AttributeGroup> = {
  changeName: change<AttributeGroup>('name', LocalizedText),
  setKey: set<AttributeGroup>('key', Key),
  setDescription: set<AttributeGroup>('description', LocalizedString),
  setAttributes: setFrom('attributes', AttributeReferences, uniqueAttributes),
  addAttribute: action({ attribute: AttributeReference }, (group: AttributeGroup, { attribute }) =>
    changeTo(group, { attributes: uniqueAttributes([...group.attributes, attribute]) }),
  ),
  removeAttribute: action({ attribute: AttributeReference }, (group: AttributeGroup, { attribute }) =>
    changeTo(group, { attributes: group.attributes.filter(({ key }) => key !== attribute.key) }),
  ),
};

const draft = creation<AttributeGroup, typeof AttributeGroupDraft>(AttributeGroupDraft, ({ attributes, ...plain }) => ({
  members: { ...plain, attributes: uniqueAttributes(attributes) },
}));

/** Attributes of products that an interface shows together. */
export const attributeGroup = defineResource<AttributeGroup>({
  typeId: 'attribute-group',
  path: 'attribute-groups',
  scopes: { read: ['view_attribute_groups'], write: ['manage_attribute_groups'] },
  resource: AttributeGroupMembers,
  draft,
  actions,
  unique: ['key'],
});
