/** A customer's addresses: each has an id of ours, and the default ids and id lists name only addresses that are there. */
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { type Address, AddressDraft } from '../../schema/address.js';
import { Optional, Text } from '../../schema/primitives.js';
import { addressOf } from '../shared/addressOf.js';
import type { CustomPlace } from '../shared/customActions.js';
import { assertUniqueKeys, findElement, removeElement, replaceElement } from '../shared/listElements.js';
import type { Customer, CustomerDraft } from './members.js';

type Held = Address & { readonly id: string };
export type Role = 'Shipping' | 'Billing';
type Names = { readonly addressId?: string; readonly addressKey?: string };

export const lists = { Shipping: 'shippingAddressIds', Billing: 'billingAddressIds' } as const;
export const defaults = { Shipping: 'defaultShippingAddressId', Billing: 'defaultBillingAddressId' } as const;
const roles = ['Shipping', 'Billing'] as const;

export const addressNames = { addressId: Optional(Text), addressKey: Optional(Text) };

export const heldBy = ({ addresses }: Customer): readonly Held[] => addresses as readonly Held[];

export const pickAddress = (customer: Customer, { addressId: id, addressKey: key }: Names): Held =>
  findElement(heldBy(customer), { id, key }, 'address', 'customer');

/** A new address gets an id whatever the draft says. */
export const heldOf = (draft: AddressDraft, id: string, context: Context): Held => ({
  ...addressOf(draft, context)!,
  id,
});

export const rolesOf = (customer: Customer, id: string): Role[] =>
  roles.filter(role => customer[lists[role]].includes(id));

const positions = (field: string, indexes: readonly number[], addresses: readonly Held[]): string[] => {
  const outside = indexes.find(index => index >= addresses.length);
  if (outside !== undefined)
    throw fail('InvalidField', {
      field,
      invalidValue: outside,
      expected: `Expected the position of one of the ${addresses.length} addresses, counted from 0.`,
    });
  return [...new Set(indexes.map(index => addresses[index]!.id))];
};

type Addresses = Pick<
  Customer,
  'addresses' | 'defaultShippingAddressId' | 'shippingAddressIds' | 'defaultBillingAddressId' | 'billingAddressIds'
>;

/** CUST129: a default address is one of its list as well. */
export const addressesOf = (draft: CustomerDraft, context: Context): Addresses => {
  const addresses = (draft.addresses ?? []).map(each => heldOf(each, context.newId(), context));
  assertUniqueKeys(addresses, 'addresses.key');
  const idsOf = (role: Role): readonly [string | undefined, string[]] => {
    const [field, listField] =
      role === 'Shipping'
        ? (['defaultShippingAddress', 'shippingAddresses'] as const)
        : (['defaultBillingAddress', 'billingAddresses'] as const);
    const index = draft[field];
    const [byDefault] = index === undefined ? [] : positions(field, [index], addresses);
    const listed = positions(listField, draft[listField] ?? [], addresses);
    return [byDefault, byDefault === undefined || listed.includes(byDefault) ? listed : [...listed, byDefault]];
  };
  const [defaultShippingAddressId, shippingAddressIds] = idsOf('Shipping');
  const [defaultBillingAddressId, billingAddressIds] = idsOf('Billing');
  return { addresses, defaultShippingAddressId, shippingAddressIds, defaultBillingAddressId, billingAddressIds };
};
/** What an address was to its customer, ended: for one role. */
export const withoutRole = (customer: Customer, role: Role, id: string): Partial<Customer> => ({
  ...(customer[lists[role]].includes(id) && { [lists[role]]: removeElement(customer[lists[role]], id) }),
  ...(customer[defaults[role]] === id && { [defaults[role]]: undefined }),
});
/** The custom fields of one address. */
export const onCustomerAddress: CustomPlace<Customer> = {
  resourceTypeId: 'address',
  names: { addressId: Text },
  messages: 'CustomerAddress',
  find: (customer, { addressId }: { readonly addressId: string }) => {
    const address = pickAddress(customer, { addressId });
    return {
      custom: address.custom,
      told: { addressId },
      with: custom => ({ addresses: replaceElement(heldBy(customer), address, { ...address, custom }) }),
    };
  },
  all: ({ addresses }) => addresses.map(({ custom }) => custom),
};
