/** The customer of a resource, and the customer group that comes with it. */
import { type Action, action, type MessageOf, unchanged } from '../../../engine/define/actions.js';
import type { Base } from '../../../engine/define/Base.js';
import type { Context } from '../../../engine/define/Context.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadMany } from '../../../engine/loadResources.js';
import { type ReferenceValue, ResourceIdentifier, type TypedIdentifier } from '../../../engine/schema/reference.js';
import type { CartOrOrder } from './cartAndOrder/members.js';

/** The members of a customer that carts and orders take over. */
export interface CustomerWithGroup {
  readonly customerGroup?: ReferenceValue<'customer-group'>;
  readonly customerGroupAssignments?: readonly { readonly customerGroup: ReferenceValue<'customer-group'> }[];
}

/** The customer group of a loaded customer. */
export const customerGroupOf = (customerId: string, context: Context): CustomerWithGroup['customerGroup'] =>
  context.load<CustomerWithGroup & Base>('customer', { id: customerId }).customerGroup;

/** The current group of the customer of a cart; a cart without a customer has a group of its own. */
export const loadCustomerGroup = async (
  access: Pick<ResourceAccess, 'store' | 'resourceTypes'>,
  projectKey: string,
  { customerId, customerGroup }: Pick<CartOrOrder, 'customerId' | 'customerGroup'>,
): Promise<CustomerWithGroup['customerGroup']> => {
  if (customerId === undefined) return customerGroup;
  return (await loadMany<CustomerWithGroup & Base>(access, projectKey, 'customer', [customerId])).get(customerId)
    ?.customerGroup;
};

/** The customer that an action or a draft with an optional `customerId` reads. */
export const customerNeeds = (customerId: string | undefined): TypedIdentifier[] =>
  customerId === undefined ? [] : [{ typeId: 'customer', id: customerId }];

interface HasCustomer {
  readonly customer?: ReferenceValue<'customer'>;
}

/** The action that assigns a resource to another customer. The customer group of the resource stays. */
export const changeCustomer = <R extends HasCustomer>(messageType: MessageOf<R>['type']): Action<R> =>
  action(
    { customer: ResourceIdentifier('customer') },
    ({ customer: previousCustomer }: R, { customer: identifier }, context) => {
      const customer = context.reference('customer', identifier);
      if (customer.id === previousCustomer?.id) return unchanged;
      return {
        set: { customer } as Partial<R>,
        messages: [{ type: messageType, customer, previousCustomer } as unknown as MessageOf<R>],
      };
    },
  );
