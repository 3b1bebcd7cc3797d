/** What a customer shows beyond what is stored under the same name. */
import { maskedPassword } from '../../resources/customer/password.js';
import type { JsonObject } from '../GraphqlContext.js';
import { memberOrDefault, type Resolver } from './Resolver.js';

type Addresses = readonly (JsonObject & { readonly id?: string })[];

const addressesOf = ({ addresses }: JsonObject): Addresses => (addresses as Addresses | undefined) ?? [];

/** CUST019 */
const address =
  (member: string): Resolver =>
  source =>
    addressesOf(source).find(({ id }) => id !== undefined && id === source[member]);

/** CUST020 */
const addresses =
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
  defaultShippingAddress: address('defaultShippingAddressId'),
  defaultBillingAddress: address('defaultBillingAddressId'),
  shippingAddresses: addresses('shippingAddressIds'),
  billingAddresses: addresses('billingAddressIds'),
};
