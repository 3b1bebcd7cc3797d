import type { Base } from '../../engine/define/Base.js';
import type { Context } from '../../engine/define/Context.js';
import type { ReferenceValue, TypedIdentifier } from '../../schema/reference.js';

/** The members of a customer that carts and orders take over. */
export interface CustomerWithGroup extends Base {
  readonly customerGroup?: ReferenceValue<'customer-group'>;
}

/** The customer group of a loaded customer. */
export const customerGroupOf = (customerId: string, context: Context): CustomerWithGroup['customerGroup'] =>
  context.load<CustomerWithGroup>('customer', { id: customerId }).customerGroup;

/** The customer that an action or a draft with an optional `customerId` reads. */
export const customerNeeds = (customerId: string | undefined): TypedIdentifier[] =>
  customerId === undefined ? [] : [{ typeId: 'customer', id: customerId }];
