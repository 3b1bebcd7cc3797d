import type { GraphQLFieldResolver } from 'graphql';
import type { Arguments, GraphqlContext } from '../GraphqlContext.js';
import type { JsonObject } from '../JsonObject.js';

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
