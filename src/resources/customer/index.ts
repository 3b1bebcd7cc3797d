import type { Static } from '@sinclair/typebox';
import { defineResource, type Base } from '../../engine/defineResource.js';
import { Key, Optional, Shape, Text } from '../types/basic.js';
import { Reference } from '../types/reference.js';

const CustomerMembers = Shape({ key: Optional(Key), email: Text, customerGroup: Optional(Reference('customer-group')) });

export type Customer = Base & Static<typeof CustomerMembers>;

/** Customers, as far as orders and payments refer to them; nobody can make one yet. */
export const customer = defineResource<Customer>({
  typeId: 'customer',
  path: 'customers',
  scopes: { read: ['view_customers'], write: ['manage_customers'] },
  resource: CustomerMembers,
  unique: ['key'],
  isUnpublished: true,
});
