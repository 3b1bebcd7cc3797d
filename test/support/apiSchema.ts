/** The GraphQL schema of all resource types, which the test files of a process share. */
import type { GraphQLSchema } from 'graphql';
import { createSchema } from '../../src/operations/graphqlSchema.js';

let schema: GraphQLSchema | undefined;

export const apiSchema = (): GraphQLSchema => (schema ??= createSchema());
