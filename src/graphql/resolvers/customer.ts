/** What a customer shows beyond what is stored under the same name. */
import { maskedPassword } from '../../resources/customer/password.js';
import type { Json } from '../context.js';
import { or, type Resolve } from './resolve.js';

type Addresses = readonly (Json & { readonly id?: string })[];

const addressesOf = ({ addresses }: Json): Addresses => (addresses as Addresses | undefined) ?? [];

/** CUST019 */
const address =
  (member: string): Resolve =>
  source =>
    addressesOf(source).find(({ id }) => id !== undefined && id === source[member]);

/** CUST020 */
const addresses =
  (member: string): Resolve =>
  source => {
    const byId = new Map(addressesOf(source).map(each => [each.id, each]));
    return ((source[member] as readonly string[] | undefined) ?? [])
      .map(id => byId.get(id))
      .filter(each => each !== undefined);
  };

export const customer: Readonly<Record<string, Resolve>> = {
  password: () => maskedPassword,
  isEmailVerified: or('isEmailVerified', false),
  lastMessageSequenceNumber: or('lastMessageSequenceNumber', 0),
  defaultShippingAddress: address('defaultShippingAddressId'),
  defaultBillingAddress: address('defaultBillingAddressId'),
  shippingAddresses: addresses('shippingAddressIds'),
  billingAddresses: addresses('billingAddressIds'),
};
