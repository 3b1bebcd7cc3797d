import { action } from '../../engine/define/actions.js';
import { unchanged } from '../../engine/define/Change.js';
import type { Action } from '../../engine/define/Action.js';
import { type ReferenceValue, ResourceIdentifier } from '../../schema/reference.js';

interface HasCustomer {
  readonly customer?: ReferenceValue<'customer'>;
}

/** Hands a resource to another customer; his group stays what it was. `message` is what tells of it. */
export const changeCustomer = <R extends HasCustomer>(message: string): Action<R> =>
  action(
    { customer: ResourceIdentifier('customer') },
    ({ customer: previousCustomer }: R, { customer: identifier }, context) => {
      const customer = context.reference('customer', identifier);
      if (customer.id === previousCustomer?.id) return unchanged;
      return { set: { customer } as unknown as Partial<R>, messages: [{ type: message, customer, previousCustomer }] };
    },
  );
