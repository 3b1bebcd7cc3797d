import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { AddressDraft } from '../../../schema/address.js';
import { addressOf } from '../addressOf.js';
import { Optional } from '../../../schema/primitives.js';
import type { Order } from '../../order/members.js';

/** Sets or removes one of the order's two addresses; taxes stay as they are. */
export const setAddress = (field: 'shippingAddress' | 'billingAddress', messageType: string): Action<Order> =>
  action({ address: Optional(AddressDraft) }, (order: Order, { address: draft }, context) => {
    const address = addressOf(draft, context);
    if (sameValue(order[field], address)) return unchanged;
    return { set: { [field]: address }, messages: [{ type: messageType, address, oldAddress: order[field] }] };
  });
