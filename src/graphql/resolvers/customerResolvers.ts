/** Resolvers of customer fields that are not stored under their names. */
import { maskedPassword } from '../../resources/customer/password.js';
import { memberOrDefault, type Resolver } from './Resolver.js';
import type { JsonObject } from '../JsonObject.js';

type Addresses = readonly (JsonObject & { readonly id?: string })[];

const addressesOf = ({ addresses }: JsonObject): Addresses => (addresses as Addresses | undefined) ?? [];

/** Resolves a default address by its id (CUST019). */
const addressResolver =
  (member: string): Resolver =>
  source =>
    addressesOf(source).find(({ id }) => id !== undefined && id === source[member]);

/** Resolves a list of addresses by their ids (CUST020). */
const addressesResolver =
  (member: string): Resolver =>
  source => {
    const byId = new Map(addressesOf(source).map(each => [each.id, each]));
    return ((source[member] as readonly string[] | undefined) ?? [])
      .map(id => byId.get(id))
      .filter(each => each !== undefined);
  };

export const customerResolvers: Readonly<Record<string, Resolver>> = {
  password: () => maskedPassword,
  isEmailVerified: memberOrDefault('isEmailVerified', false),
  lastMessageSequenceNumber: memberOrDefault('lastMessageSequenceNumber', 0),
  defaultShippingAddress: addressResolver('defaultShippingAddressId'),
  defaultBillingAddress: addressResolver('defaultBillingAddressId'),
  shippingAddresses: addressesResolver('shippingAddressIds'),
  billingAddresses: addressesResolver('billingAddressIds'),
};
