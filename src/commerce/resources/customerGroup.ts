import type { Static } from '@sinclair/typebox';
import type { Base, Sends } from '../../engine/define/Base.js';
import { CustomFields, CustomFieldsDraft } from '../../engine/schema/customFields.js';
import { Key, NonEmptyText, Optional, Shape } from '../../engine/schema/primitives.js';
import { customFieldMessageTable, resourceCustomFields, customFieldActions } from './shared/customFieldActions.js';
import { type ActionTable, change, set } from '../../engine/define/actions.js';
import { creation, defineResource } from '../../engine/define/defineResource.js';
import { customFieldsOf } from './shared/customFields.js';

const CustomerGroupMembers = Shape({ key: Optional(Key), name: NonEmptyText, custom: Optional(CustomFields) });

const CustomerGroupDraft = Shape({
  key: Optional(Key),
  groupName: NonEmptyText,
  custom: Optional(CustomFieldsDraft),
});

type CustomerGroup = Base & Static<typeof CustomerGroupMembers> & Sends<'customerGroup'>;

const messages = customFieldMessageTable('CustomerGroup', {}, 'old');

declare module '../../engine/define/Message.js' {
  interface SentMessages {
    readonly customerGroup: typeof messages;
  }
}

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
  unique: ['key', 'name'],
  messages,
  behindReferences: 'the group of a customer tells what the merchant thinks of them',
});
