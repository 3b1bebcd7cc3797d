import { defineResource } from '../../engine/define/defineResource.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { type CustomerGroup, CustomerGroupMembers } from './members.js';

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
