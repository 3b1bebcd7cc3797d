import { action } from '../../engine/define/actions.js';
import type { Action } from '../../engine/define/Action.js';
import { unchanged } from '../../engine/define/Change.js';
import { type ReferenceValue, ResourceIdentifier } from '../../schema/reference.js';

interface HasCustomer {
  readonly customer?: ReferenceValue<'customer'>;
}

/** The action that assigns a resource to another customer. The customer group of the resource stays. */
export const changeCustomer = (messageType: string): Action<HasCustomer> =>
  action(
    { customer: ResourceIdentifier('customer') },
    ({ customer: previousCustomer }: HasCustomer, { customer: identifier }, context) => {
      const customer = context.reference('customer', identifier);
      if (customer.id === previousCustomer?.id) return unchanged;
      return { set: { customer }, messages: [{ type: messageType, customer, previousCustomer }] };
    },
  );
