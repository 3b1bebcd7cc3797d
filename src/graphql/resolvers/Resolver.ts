import type { GraphQLFieldResolver } from 'graphql';
import type { Arguments, GraphqlContext } from '../GraphqlContext.js';
import type { JsonObject } from '../readRequest.js';

/** Resolves a field of a resource, or of a part of one. */
export type Resolver = GraphQLFieldResolver<JsonObject, GraphqlContext, Arguments>;

/** Resolves a field from a member of another name. */
export const memberResolver =
  (member: string): Resolver =>
  source =>
    source[member];
/** Resolves a field from a member, or to a default where the member is absent. */
export const memberOrDefault =
  (member: string, byDefault: unknown): Resolver =>
  source =>
    source[member] ?? byDefault;

const loading = new WeakSet<object>();

/** Marks a resolver that reads more than the resource that it gets; the cost of a query counts its fields. */
export const loads = (resolve: Resolver): Resolver => {
  loading.add(resolve);
  return resolve;
};

export const isLoading = (resolve: unknown): boolean => typeof resolve === 'function' && loading.has(resolve);
