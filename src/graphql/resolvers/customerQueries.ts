/** Resolvers of the queries that resource types do not declare. */
import { readCustomerByToken } from '../../commerce/resources/customer/tokens.js';
import { clientOwner, shownMembers } from '../../engine/visibility.js';
import { customer as definition } from '../../commerce/resources/customer/index.js';
import { readResource } from '../../engine/query/queryResources.js';
import { readSingleArgument } from '../GraphqlContext.js';
import { assertPathScope, pathOf, toPathRequest } from '../ResourcePath.js';
import { inFirstStore, nullIfMissing, oneResolver } from './resourceQueries.js';
import { type Resolver, memberOrDefault } from './Resolver.js';
import { maskedPassword } from '../../commerce/resources/customer/password.js';
import type { JsonObject } from '../readRequest.js';

const findCustomer = oneResolver(definition, 'customer', ['id', 'key']);

/** Finds a customer by one of four arguments (CUST082). */
export const customer: Resolver = inFirstStore((source, args, context, info) => {
  const path = pathOf(source, context);
  assertPathScope(context, definition, path, definition.scopes.read);
  const { field, value } = readSingleArgument('customer', ['id', 'key', 'emailToken', 'passwordToken'], args);
  if (field !== 'emailToken' && field !== 'passwordToken') return findCustomer(source, args, context, info);
  const { projectKey, client, loaders, services } = context;
  const { storeKey } = path;
  return loaders.findOnce(`${storeKey ?? ''} ${field} ${value}`, () =>
    nullIfMissing(context, readCustomerByToken(services, { projectKey, storeKey, client }, field, value)),
  );
});

/** Resolves to the token's customer; null for an anonymous session or in another store (CUST084, CUST085). */
export const ownCustomer: Resolver = inFirstStore(async (source, _, context) => {
  const path = pathOf(source, context);
  assertPathScope(context, definition, path, ['manage_my_profile']);
  const { field, value } = clientOwner(context.client);
  if (field !== 'customerId') return null;
  const locator = { field: 'id', value };
  const request = toPathRequest(context, definition, { storeKey: path.storeKey, own: true }, { locator });
  if (path.storeKey !== context.storeKey) return nullIfMissing(context, readResource(context.services.engine, request));
  const found = await context.loaders.read('customer', 'id', value);
  return found && shownMembers(request, found);
});

/* The following fields of customers are not stored under their names. */

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
