import type { Static } from '@sinclair/typebox';
import { AddressPart } from '../../engine/define/addressPair.js';
import type { Base } from '../../engine/define/Base.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { IntegerFrom, Optional, Shape } from '../../engine/schema/primitives.js';
import { Type } from '../../engine/schema/Type.js';

/** Values of any form, stored by programs. References in them are not counted, so their targets can be deleted. */
const members = { container: AddressPart, key: AddressPart, value: Type.Any() };

const CustomObjectMembers = Shape(members);

const CustomObjectDraft = Shape({ ...members, version: Optional(IntegerFrom(0, Number.MAX_SAFE_INTEGER)) });

type CustomObject = Base & Static<typeof CustomObjectMembers>;

const draft = creation<CustomObject, typeof CustomObjectDraft>(CustomObjectDraft, ({ container, key, value }) => ({
  members: { container, key, value: value as unknown },
}));

export const customObject = defineResource<CustomObject>({
  typeId: 'key-value-document',
  path: 'custom-objects',
  scopes: { read: ['view_key_value_documents'], write: ['manage_key_value_documents'] },
  resource: CustomObjectMembers,
  draft,
  otherAddresses: { pair: ['container', 'key'] },
  indexes: ['container'],
  removal: { versionless: 'optional', erasable: true },
  visibility: { openBehindAttributes: { exceptTo: ['manage_products', 'manage_product_tailoring', 'manage_orders'] } },
});
