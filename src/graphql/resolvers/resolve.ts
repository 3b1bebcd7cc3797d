import type { GraphQLFieldResolver } from 'graphql';
import type { Arguments, GraphqlContext, Json } from '../context.js';

/** What answers a field of a resource, or of a part of one. */
export type Resolve = GraphQLFieldResolver<Json, GraphqlContext, Arguments>;

/** The same member under another name. */
export const from =
  (member: string): Resolve =>
  source =>
    source[member];
export const or =
  (member: string, byDefault: unknown): Resolve =>
  source =>
    source[member] ?? byDefault;
