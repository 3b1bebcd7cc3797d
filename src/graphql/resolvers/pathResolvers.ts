/** Resolvers of the fields that lead to a part of the API: to a store, and to what belongs to the client. */
import { allowsScope } from '../../credentials/scopes.js';
import { clientOwner } from '../../engine/visibility.js';
import { definitions } from '../../resources/index.js';
import { assertScope } from '../GraphqlContext.js';
import { pathOf } from '../ResourcePath.js';
import type { Resolver } from './Resolver.js';

/** The scopes of everything at `me`: a token needs one of them. */
const ownScopes = [...new Set(definitions.flatMap(({ own }) => own?.scopes ?? []))];
const customerScopes = ['manage_my_profile'];

const me: Resolver = (source, _, context) => {
  const { storeKey } = pathOf(source, context);
  // The error names the scope of the customer, which most clients ask for.
  if (!allowsScope(context.scopes, ownScopes, storeKey)) assertScope({ ...context, storeKey }, customerScopes);
  // Throws for a token of neither a customer nor an anonymous session (CUST084, CUST085).
  clientOwner(context.client);
  return { path: { storeKey, own: true } };
};

export const pathResolvers: Readonly<Record<'Query' | 'InStore', Readonly<Record<string, Resolver>>>> = {
  Query: { me, inStore: (_, { key }) => ({ path: { storeKey: key as string } }) },
  InStore: { me },
};
