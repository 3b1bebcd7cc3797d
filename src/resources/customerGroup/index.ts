import type { Static } from '@sinclair/typebox';
import type { ActionTable } from '../../engine/define/Action.js';
import { change, set } from '../../engine/define/actions.js';
import type { Base } from '../../engine/define/Base.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { Key, NonEmptyText, Optional, Shape } from '../../schema/primitives.js';
import { setCustomField, setCustomType } from '../shared/customFieldsActions.js';
import { customFieldsOf } from '../shared/customFields.js';
import { CustomFields, CustomFieldsDraft } from '../../schema/customFields.js';
import { resourceCustomFields } from '../shared/CustomFieldsLocation.js';

const CustomerGroupMembers = Shape({ key: Optional(Key), name: NonEmptyText, custom: Optional(CustomFields) });
const CustomerGroupDraft = Shape({ key: Optional(Key), groupName: NonEmptyText, custom: Optional(CustomFieldsDraft) });

type CustomerGroup = Base & Static<typeof CustomerGroupMembers>;

const draft = creation<CustomerGroup, typeof CustomerGroupDraft>(
  CustomerGroupDraft,
  ({ key, groupName: name, custom }, context) => ({
    members: { key, name, custom: customFieldsOf(custom, 'customer-group', context) },
  }),
);

const onGroup = resourceCustomFields<CustomerGroup>('customer-group', 'CustomerGroup', 'old');

const actions: ActionTable<CustomerGroup> = {
  changeName: change<CustomerGroup>('name', NonEmptyText),
  setKey: set<CustomerGroup>('key', Key),
  setCustomType: setCustomType(onGroup),
  setCustomField: setCustomField(onGroup),
};

export const customerGroup = defineResource<CustomerGroup>({
  typeId: 'customer-group',
  path: 'customer-groups',
  scopes: { read: ['view_customer_groups'], write: ['manage_customer_groups'] },
  resource: CustomerGroupMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key', 'name'],
  identifiers: ['key'],
  sendsMessages: true,
});
