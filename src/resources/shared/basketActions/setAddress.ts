import { action } from '../../../engine/define/actions.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { unchanged } from '../../../engine/define/Change.js';
import type { Action } from '../../../engine/define/Action.js';
import { AddressDraft } from '../../../schema/address.js';
import { addressOf } from '../addressOf.js';
import { Optional } from '../../../schema/primitives.js';
import type { Basket } from '../basketMembers.js';

const messageTypes = { shippingAddress: 'OrderShippingAddressSet', billingAddress: 'OrderBillingAddressSet' } as const;

/** Sets or removes the shipping address or the billing address. Taxes of an order do not change. */
export const setAddress = (field: keyof typeof messageTypes): Action<Basket> =>
  action({ address: Optional(AddressDraft) }, (basket: Basket, { address: draft }, context) => {
    const address = addressOf(draft, context);
    if (sameValue(basket[field], address)) return unchanged;
    return { set: { [field]: address }, messages: [{ type: messageTypes[field], address, oldAddress: basket[field] }] };
  });
