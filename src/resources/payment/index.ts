import { defineResource } from '../../engine/define/defineResource.js';
import { actions } from './actions.js';
import { draft } from './draft.js';
import { type Payment, PaymentMembers } from './members.js';

/** A payment, which orders and carts refer to (OACT083 to OACT085). */
export const payment = defineResource<Payment>({
  typeId: 'payment',
  path: 'payments',
  scopes: { read: ['view_payments'], write: ['manage_payments'] },
  resource: PaymentMembers,
  draft,
  actions,
  addressedBy: { segment: 'key', field: 'key' },
  unique: ['key'],
  indexes: ['customer.id', 'anonymousId', 'interfaceId'],
  identifiers: ['key'],
  sendsMessages: true,
  erasable: true,
  searchedIn: ['order'],
});
