import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { AddressDraft } from '../../../schema/address.js';
import { addressOf } from '../addressOf.js';
import { Optional } from '../../../schema/primitives.js';
import type { Basket } from '../basketMembers.js';

/** Sets or removes one of the order's two addresses; taxes stay as they are. */
export const setAddress = (field: 'shippingAddress' | 'billingAddress', messageType: string): Action<Basket> =>
  action({ address: Optional(AddressDraft) }, (basket: Basket, { address: draft }, context) => {
    const address = addressOf(draft, context);
    if (sameValue(basket[field], address)) return unchanged;
    return { set: { [field]: address }, messages: [{ type: messageType, address, oldAddress: basket[field] }] };
  });
