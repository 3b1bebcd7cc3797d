import { type ActionTable, change, set } from '../../../engine/define/actions.js';
import { creation, defineResource } from '../../../engine/define/defineResource.js';
import { Key, NonEmptyText } from '../../../engine/schema/primitives.js';
import { resourceCustomFields, customFieldActions } from '../shared/customFieldActions.js';
import { customFieldsOf } from '../shared/customFields.js';
import { type CustomerGroup, CustomerGroupDraft, CustomerGroupMembers } from './members.js';
import { messages } from './messages.js';

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
  ...customFieldActions('', onGroup),
};

export const customerGroup = defineResource<CustomerGroup>({
  typeId: 'customer-group',
  path: 'customer-groups',
  shared: true,
  scopes: { read: ['view_customer_groups'], write: ['manage_customer_groups'] },
  resource: CustomerGroupMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key', 'name'],
  messages,
  behindReferences: 'the group of a customer tells what the merchant thinks of them',
});
