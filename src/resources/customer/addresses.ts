/** Addresses of customers have generated ids; the default ids and id lists only name existing addresses. */
import { required } from '../../errors/required.js';
import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { type Address, AddressDraft } from '../../schema/address.js';
import { Optional, Text } from '../../schema/primitives.js';
import { addressOf } from '../shared/addressOf.js';
import { assertUniqueKeys, findElement, removeElement, replaceElement } from '../shared/listElements.js';
import type { Customer, CustomerDraft } from './members.js';
import type { CustomFieldsLocation } from '../shared/CustomFieldsLocation.js';

type StoredAddress = Address & { readonly id: string };
export type AddressRole = 'Shipping' | 'Billing';
type AddressNames = { readonly addressId?: string; readonly addressKey?: string };

export const addressIdLists = { Shipping: 'shippingAddressIds', Billing: 'billingAddressIds' } as const;
export const defaultAddressIds = { Shipping: 'defaultShippingAddressId', Billing: 'defaultBillingAddressId' } as const;
const roles = ['Shipping', 'Billing'] as const;

export const addressNames = { addressId: Optional(Text), addressKey: Optional(Text) };

export const storedAddresses = ({ addresses }: Customer): readonly StoredAddress[] =>
  addresses as readonly StoredAddress[];

export const findCustomerAddress = (
  customer: Customer,
  { addressId: id, addressKey: key }: AddressNames,
): StoredAddress => findElement(storedAddresses(customer), { id, key }, 'address', 'customer');

/** Converts a draft to a stored address with a generated id, which replaces any id of the draft. */
export const toStoredAddress = (draft: AddressDraft, id: string, context: Context): StoredAddress => ({
  ...required(addressOf(draft, context), 'address'),
  id,
});

export const addressRoles = (customer: Customer, id: string): AddressRole[] =>
  roles.filter(role => customer[addressIdLists[role]].includes(id));

const addressIdsAt = (field: string, indexes: readonly number[], addresses: readonly StoredAddress[]): string[] => {
  const outside = indexes.find(index => index >= addresses.length);
  if (outside !== undefined)
    throw fail('InvalidField', {
      field,
      invalidValue: outside,
      expected: `Expected the position of one of the ${addresses.length} addresses, counted from 0.`,
    });
  return [...new Set(indexes.flatMap(index => addresses[index]?.id ?? []))];
};

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
/** Removes an address from the id list and the default id of one role. */
export const withoutRole = (customer: Customer, role: AddressRole, id: string): Partial<Customer> => ({
  ...(customer[addressIdLists[role]].includes(id) && {
    [addressIdLists[role]]: removeElement(customer[addressIdLists[role]], id),
  }),
  ...(customer[defaultAddressIds[role]] === id && { [defaultAddressIds[role]]: undefined }),
});
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
