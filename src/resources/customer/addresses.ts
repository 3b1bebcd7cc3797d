/** A customer's addresses: each has an id of ours, and the default ids and id lists name only addresses that are there. */
import type { Context } from '../../engine/define/Context.js';
import { action } from '../../engine/define/actions.js';
import { sameValue } from '../../engine/document/sameValue.js';
import { unchanged } from '../../engine/define/Change.js';
import type { Action } from '../../engine/define/Action.js';
import { fail } from '../../errors/ApiError.js';
import { assertUniqueKeys, findElement, replaceElement, removeElement } from '../shared/listElements.js';
import { type Address, AddressDraft } from '../../schema/address.js';
import { addressOf } from '../shared/addressOf.js';
import { Optional, Text } from '../../schema/primitives.js';
import type { CustomPlace } from '../shared/customActions.js';
import { addressesMax, type Customer, type CustomerDraft } from './members.js';

type Held = Address & { readonly id: string };
type Role = 'Shipping' | 'Billing';
type Names = { readonly addressId?: string; readonly addressKey?: string };

const lists = { Shipping: 'shippingAddressIds', Billing: 'billingAddressIds' } as const;
const defaults = { Shipping: 'defaultShippingAddressId', Billing: 'defaultBillingAddressId' } as const;
const roles = ['Shipping', 'Billing'] as const;

const addressNames = { addressId: Optional(Text), addressKey: Optional(Text) };

const heldBy = ({ addresses }: Customer): readonly Held[] => addresses as readonly Held[];

const pickAddress = (customer: Customer, { addressId: id, addressKey: key }: Names): Held =>
  findElement(heldBy(customer), { id, key }, 'address', 'customer');

/** A new address gets an id whatever the draft says. */
const heldOf = (draft: AddressDraft, id: string, context: Context): Held => ({ ...addressOf(draft, context)!, id });

const rolesOf = (customer: Customer, id: string): Role[] => roles.filter(role => customer[lists[role]].includes(id));

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

/** CUST060 */
export const addAddress: Action<Customer> = action(
  { address: AddressDraft },
  (customer: Customer, { address: draft }, context) => {
    const address = heldOf(draft, context.newId(), context);
    if (customer.addresses.length >= addressesMax)
      throw fail('InvalidOperation', { message: `The customer has ${addressesMax} addresses; more are not kept.` });
    const addresses = [...heldBy(customer), address];
    assertUniqueKeys(addresses, 'address.key');
    return { set: { addresses }, messages: [{ type: 'CustomerAddressAdded', address }] };
  },
);

/** CUST061: the address keeps its id, and all else is the draft's. */
export const changeAddress: Action<Customer> = action(
  { ...addressNames, address: AddressDraft },
  (customer: Customer, { address: draft, ...names }, context) => {
    const old = pickAddress(customer, names);
    const address = heldOf(draft, old.id, context);
    if (sameValue(old, address)) return unchanged;
    const addresses = replaceElement(heldBy(customer), old, address);
    assertUniqueKeys(addresses, 'address.key');
    return {
      set: { addresses },
      messages: [{ type: 'CustomerAddressChanged', address, addressRoles: rolesOf(customer, old.id) }],
    };
  },
);

/** What an address was to its customer, ended: for one role. */
const withoutRole = (customer: Customer, role: Role, id: string): Partial<Customer> => ({
  ...(customer[lists[role]].includes(id) && { [lists[role]]: removeElement(customer[lists[role]], id) }),
  ...(customer[defaults[role]] === id && { [defaults[role]]: undefined }),
});

/** CUST062 */
export const removeAddress: Action<Customer> = action(addressNames, (customer: Customer, names) => {
  const address = pickAddress(customer, names);
  return {
    set: {
      addresses: removeElement(heldBy(customer), address),
      ...withoutRole(customer, 'Shipping', address.id),
      ...withoutRole(customer, 'Billing', address.id),
    },
    messages: [{ type: 'CustomerAddressRemoved', address, addressRoles: rolesOf(customer, address.id) }],
  };
});

/** CUST063, CUST064: without an address there is no default any more. */
export const setDefaultAddress = (role: Role): Action<Customer> =>
  action(addressNames, (customer: Customer, names) => {
    const address =
      names.addressId === undefined && names.addressKey === undefined ? undefined : pickAddress(customer, names);
    if (customer[defaults[role]] === address?.id) return unchanged;
    const ids = customer[lists[role]];
    return {
      set: {
        [defaults[role]]: address?.id,
        ...(address !== undefined && !ids.includes(address.id) && { [lists[role]]: [...ids, address.id] }),
      } as Partial<Customer>,
      messages: [{ type: `CustomerDefault${role}AddressSet`, address }],
    };
  });

/** CUST065, CUST067 */
export const addAddressId = (role: Role): Action<Customer> =>
  action(addressNames, (customer: Customer, names) => {
    const address = pickAddress(customer, names);
    const ids = customer[lists[role]];
    if (ids.includes(address.id)) return unchanged;
    return {
      set: { [lists[role]]: [...ids, address.id] } as Partial<Customer>,
      messages: [{ type: `Customer${role}AddressAdded`, address }],
    };
  });

/** CUST066, CUST068: the default, where it is the same address, goes as well. */
export const removeAddressId = (role: Role): Action<Customer> =>
  action(addressNames, (customer: Customer, names) => {
    const address = pickAddress(customer, names);
    if (!customer[lists[role]].includes(address.id))
      throw fail('InvalidOperation', {
        message: `The address '${address.id}' is none of the customer's ${lists[role]}.`,
      });
    return {
      set: withoutRole(customer, role, address.id),
      messages: [{ type: `Customer${role}AddressRemoved`, address }],
    };
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
