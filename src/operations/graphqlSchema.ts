/** The GraphQL schema, whose mutations run the verbs of the table. */
import { customerVerbs } from './verbs/customers.js';
import { definitions } from '../commerce/resources/index.js';
import type { ResourceDefinition } from '../engine/define/ResourceDefinition.js';
import { createGraphqlEndpoint } from '../graphql/createGraphqlEndpoint.js';
import { deriveSchema } from '../graphql/deriveSchema.js';
import type { GraphQLSchema } from 'graphql';
import { ownChangesOf } from './verbs/ownChanges.js';
import { resourceVerbs } from './verbs/resources.js';

/** Creates the schema of all resource types with its resolvers. */
export const createSchema = (list: readonly ResourceDefinition[] = definitions): GraphQLSchema =>
  deriveSchema(list, { common: resourceVerbs, ownOf: ownChangesOf, customers: customerVerbs });

/** Answers `POST /{projectKey}/graphql`. */
export const answerGraphql = createGraphqlEndpoint(() => createSchema());
