import type { GraphQLFieldResolver } from 'graphql';
import type { Arguments, GraphqlContext, JsonObject } from '../GraphqlContext.js';

/** What answers a field of a resource, or of a part of one. */
export type Resolver = GraphQLFieldResolver<JsonObject, GraphqlContext, Arguments>;

/** The same member under another name. */
export const memberResolver =
  (member: string): Resolver =>
  source =>
    source[member];
export const memberOrDefault =
  (member: string, byDefault: unknown): Resolver =>
  source =>
    source[member] ?? byDefault;
