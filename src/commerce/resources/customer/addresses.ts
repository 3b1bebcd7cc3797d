/** Addresses of customers have generated ids; the default ids and id lists only name existing addresses. */
import { required, invalidOperation, invalidField } from '../../../base/errors/ApiError.js';
import { type Action, unchanged, action } from '../../../engine/define/actions.js';
import type { Context } from '../../../engine/define/Context.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import { Optional, Text } from '../../../engine/schema/primitives.js';
import { type Address, AddressDraft } from '../../values/address.js';
import type { CustomFieldsLocation } from '../shared/customFieldActions.js';
import { addressOf } from '../shared/addresses.js';
import { assertUniqueKeys, findElement, removeElement, replaceElement } from '../shared/listElements.js';
import { addressesMax, type Customer, type CustomerDraft } from './members.js';

/** Adds an address with a new id (CUST060). */
export const addAddress: Action<Customer> = action(
  { address: AddressDraft },
  (customer: Customer, { address: draft }, context) => {
    const address = toStoredAddress(draft, context.newId(), context);
    if (customer.addresses.length >= addressesMax)
      throw invalidOperation(`The customer has ${addressesMax} addresses, which is the most.`);
    const addresses = [...storedAddresses(customer), address];
    assertUniqueKeys(addresses, 'address.key');
    return { set: { addresses }, messages: [{ type: 'CustomerAddressAdded', address }] };
  },
);

const addressNames = { addressId: Optional(Text), addressKey: Optional(Text) };

/** Replaces all members of an address but its id (CUST061). */
export const changeAddress: Action<Customer> = action(
  { ...addressNames, address: AddressDraft },
  (customer: Customer, { address: draft, ...names }, context) => {
    const old = findCustomerAddress(customer, names);
    const address = toStoredAddress(draft, old.id, context);
    if (sameValue(old, address)) return unchanged;
    const addresses = replaceElement(storedAddresses(customer), old, address);
    assertUniqueKeys(addresses, 'address.key');
    return {
      set: { addresses },
      messages: [{ type: 'CustomerAddressChanged', address, addressRoles: addressRoles(customer, old.id) }],
    };
  },
);

/** Removes an address, also from the default ids and id lists (CUST062). */
export const removeAddress: Action<Customer> = action(addressNames, (customer: Customer, names) => {
  const address = findCustomerAddress(customer, names);
  return {
    set: {
      addresses: removeElement(storedAddresses(customer), address),
      ...withoutRole(customer, 'Shipping', address.id),
      ...withoutRole(customer, 'Billing', address.id),
    },
    messages: [{ type: 'CustomerAddressRemoved', address, addressRoles: addressRoles(customer, address.id) }],
  };
});

type AddressRole = 'Shipping' | 'Billing';

const addressIdLists = { Shipping: 'shippingAddressIds', Billing: 'billingAddressIds' } as const;

/** Adds an address to the shipping or billing addresses (CUST065, CUST067). */
export const addAddressId = (role: AddressRole): Action<Customer> =>
  action(addressNames, (customer: Customer, names) => {
    const address = findCustomerAddress(customer, names);
    const ids = customer[addressIdLists[role]];
    if (ids.includes(address.id)) return unchanged;
    return {
      set: { [addressIdLists[role]]: [...ids, address.id] } as Partial<Customer>,
      messages: [{ type: `Customer${role}AddressAdded`, address }],
    };
  });

/** Removes an address from the shipping or billing addresses, and as their default (CUST066, CUST068). */
export const removeAddressId = (role: AddressRole): Action<Customer> =>
  action(addressNames, (customer: Customer, names) => {
    const address = findCustomerAddress(customer, names);
    if (!customer[addressIdLists[role]].includes(address.id))
      throw invalidOperation(`The address '${address.id}' is not one of the customer's ${addressIdLists[role]}.`);
    return {
      set: withoutRole(customer, role, address.id),
      messages: [{ type: `Customer${role}AddressRemoved`, address }],
    };
  });

const defaultAddressIds = { Shipping: 'defaultShippingAddressId', Billing: 'defaultBillingAddressId' } as const;

/** Sets the default address, or removes it where the action names no address (CUST063, CUST064). */
export const setDefaultAddress = (role: AddressRole): Action<Customer> =>
  action(addressNames, (customer: Customer, names) => {
    const address =
      names.addressId === undefined && names.addressKey === undefined
        ? undefined
        : findCustomerAddress(customer, names);
    if (customer[defaultAddressIds[role]] === address?.id) return unchanged;
    const ids = customer[addressIdLists[role]];
    return {
      set: {
        [defaultAddressIds[role]]: address?.id,
        ...(address !== undefined && !ids.includes(address.id) && { [addressIdLists[role]]: [...ids, address.id] }),
      } as Partial<Customer>,
      messages: [{ type: `CustomerDefault${role}AddressSet`, address }],
    };
  });

type Addresses = Pick<
  Customer,
  'addresses' | 'defaultShippingAddressId' | 'shippingAddressIds' | 'defaultBillingAddressId' | 'billingAddressIds'
>;

/** Converts the addresses of a draft; a default address also joins its id list (CUST129). */
export const addressMembersOf = (draft: CustomerDraft, context: Context): Addresses => {
  const addresses = (draft.addresses ?? []).map(each => toStoredAddress(each, context.newId(), context));
  assertUniqueKeys(addresses, 'addresses.key');
  const idsOf = (role: AddressRole): readonly [string | undefined, string[]] => {
    const [field, listField] =
      role === 'Shipping'
        ? (['defaultShippingAddress', 'shippingAddresses'] as const)
        : (['defaultBillingAddress', 'billingAddresses'] as const);
    const index = draft[field];
    const [byDefault] = index === undefined ? [] : addressIdsAt(field, [index], addresses);
    const listed = addressIdsAt(listField, draft[listField] ?? [], addresses);
    return [byDefault, byDefault === undefined || listed.includes(byDefault) ? listed : [...listed, byDefault]];
  };
  const [defaultShippingAddressId, shippingAddressIds] = idsOf('Shipping');
  const [defaultBillingAddressId, billingAddressIds] = idsOf('Billing');
  return { addresses, defaultShippingAddressId, shippingAddressIds, defaultBillingAddressId, billingAddressIds };
};

/** Finds the custom fields of one address. */
export const onCustomerAddress: CustomFieldsLocation<Customer> = {
  resourceTypeId: 'address',
  names: { addressId: Text },
  messages: 'CustomerAddress',
  find: (customer, { addressId }: { readonly addressId: string }) => {
    const address = findCustomerAddress(customer, { addressId });
    return {
      custom: address.custom,
      messageMembers: { addressId },
      with: custom => ({ addresses: replaceElement(storedAddresses(customer), address, { ...address, custom }) }),
    };
  },
  all: ({ addresses }) => addresses.map(({ custom }) => custom),
};

type StoredAddress = Address & { readonly id: string };

type AddressNames = { readonly addressId?: string; readonly addressKey?: string };

const roles = ['Shipping', 'Billing'] as const;

const storedAddresses = ({ addresses }: Customer): readonly StoredAddress[] => addresses as readonly StoredAddress[];

const findCustomerAddress = (customer: Customer, { addressId: id, addressKey: key }: AddressNames): StoredAddress =>
  findElement(storedAddresses(customer), { id, key }, 'address', 'customer');

/** Converts a draft to a stored address with a generated id, which replaces any id of the draft. */
const toStoredAddress = (draft: AddressDraft, id: string, context: Context): StoredAddress => ({
  ...required(addressOf(draft, context), 'address'),
  id,
});

const addressRoles = (customer: Customer, id: string): AddressRole[] =>
  roles.filter(role => customer[addressIdLists[role]].includes(id));

const addressIdsAt = (field: string, indexes: readonly number[], addresses: readonly StoredAddress[]): string[] => {
  const outside = indexes.find(index => index >= addresses.length);
  if (outside !== undefined)
    throw invalidField(
      field,
      outside,
      `Expected the position of one of the ${addresses.length} addresses, counted from 0.`,
    );
  return [...new Set(indexes.flatMap(index => addresses[index]?.id ?? []))];
};

/** Removes an address from the id list and the default id of one role. */
const withoutRole = (customer: Customer, role: AddressRole, id: string): Partial<Customer> => ({
  ...(customer[addressIdLists[role]].includes(id) && {
    [addressIdLists[role]]: removeElement(customer[addressIdLists[role]], id),
  }),
  ...(customer[defaultAddressIds[role]] === id && { [defaultAddressIds[role]]: undefined }),
});
