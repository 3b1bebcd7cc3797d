import { type ActionTable, action, change, set, unchanged } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Key, LocalizedString, LocalizedText } from '../../../engine/schema/primitives.js';
import { type AttributeGroup, AttributeReference, AttributeReferences } from './members.js';

export const uniqueAttributes = (attributes: readonly AttributeReference[]): AttributeReference[] => [
  ...new Map(attributes.map(attribute => [attribute.key, attribute])).values(),
];

const withAttributes = (group: AttributeGroup, attributes: AttributeReference[]) =>
  sameValue(group.attributes, attributes) ? unchanged : { set: { attributes } };

export const actions: ActionTable<AttributeGroup> = {
  changeName: change<AttributeGroup>('name', LocalizedText),
  setKey: set<AttributeGroup>('key', Key),
  setDescription: set<AttributeGroup>('description', LocalizedString),
  setAttributes: action({ attributes: AttributeReferences }, (group: AttributeGroup, { attributes }) =>
    withAttributes(group, uniqueAttributes(attributes)),
  ),
  addAttribute: action({ attribute: AttributeReference }, (group: AttributeGroup, { attribute }) =>
    withAttributes(group, uniqueAttributes([...group.attributes, attribute])),
  ),
  removeAttribute: action({ attribute: AttributeReference }, (group: AttributeGroup, { attribute }) =>
    withAttributes(
      group,
      group.attributes.filter(({ key }) => key !== attribute.key),
    ),
  ),
};
