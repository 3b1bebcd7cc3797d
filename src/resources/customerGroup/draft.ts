import { creation } from '../../engine/define/defineResource.js';
import { customFieldsOf } from '../shared/customFields.js';
import { type CustomerGroup, CustomerGroupDraft } from './members.js';

export const draft = creation<CustomerGroup, typeof CustomerGroupDraft>(
  CustomerGroupDraft,
  ({ key, groupName: name, custom }, context) => ({
    members: { key, name, custom: customFieldsOf(custom, 'customer-group', context) },
  }),
);
