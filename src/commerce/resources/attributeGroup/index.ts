import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { actions, uniqueAttributes } from './actions.js';
import { type AttributeGroup, AttributeGroupDraft, AttributeGroupMembers } from './members.js';

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
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
});
