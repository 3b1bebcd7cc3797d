/** Resolvers of the queries that resource types do not declare. */
import { readCustomerByToken } from '../../resources/customer/commands/readCustomerByToken.js';
import { clientOwner } from '../../engine/visibility.js';
import { customer as definition } from '../../resources/customer/index.js';
import { readResource } from '../../engine/query/readResource.js';
import { readSingleArgument } from '../GraphqlContext.js';
import { assertPathScope, pathOf, toPathRequest } from '../ResourcePath.js';
import { nullIfMissing, oneResolver } from './resourceQueries.js';
import type { Resolver } from './Resolver.js';

const findCustomer = oneResolver(definition, 'customer', ['id', 'key']);

/** Finds a customer by one of four arguments (CUST082). */
export const customer: Resolver = (source, args, context, info) => {
  const path = pathOf(source, context);
  assertPathScope(context, definition, path, definition.scopes.read);
  const { field, value } = readSingleArgument('customer', ['id', 'key', 'emailToken', 'passwordToken'], args);
  if (field !== 'emailToken' && field !== 'passwordToken') return findCustomer(source, args, context, info);
  const { projectKey, client, loaders, services } = context;
  const { storeKey } = path;
  return loaders.findOnce(`${storeKey ?? ''} ${field} ${value}`, () =>
    nullIfMissing(context, readCustomerByToken(services, { projectKey, storeKey, client }, field, value)),
  );
};

/** The customer of the token; null for an anonymous session, and on the path of another store (CUST084, CUST085). */
export const ownCustomer: Resolver = async (source, _, context) => {
  const path = pathOf(source, context);
  assertPathScope(context, definition, path, ['manage_my_profile']);
  const { field, value } = clientOwner(context.client);
  if (field !== 'customerId') return null;
  if (path.storeKey === context.storeKey) return context.loaders.read('customer', 'id', value);
  const address = { field: 'id', value };
  return nullIfMissing(
    context,
    readResource(context.services.engine, toPathRequest(context, definition, { storeKey: path.storeKey }, { address })),
  );
};
