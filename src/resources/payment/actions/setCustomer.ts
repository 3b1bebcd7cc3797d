import type { Action } from '../../../engine/define/Action.js';
import { action } from '../../../engine/define/actions.js';
import { unchanged } from '../../../engine/define/Change.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Optional } from '../../../schema/primitives.js';
import { ResourceIdentifier } from '../../../schema/reference.js';
import type { Payment } from '../members.js';

export const setCustomer: Action<Payment> = action(
  { customer: Optional(ResourceIdentifier('customer')) },
  (payment: Payment, { customer: identifier }, context) => {
    const customer = identifier && context.reference('customer', identifier);
    return sameValue(payment.customer, customer) ? unchanged : { set: { customer } };
  },
);
