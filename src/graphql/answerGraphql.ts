/** The verb behind `POST /{projectKey}/graphql`. */
import { createGraphqlEndpoint } from './createGraphqlEndpoint.js';
import { createSchema } from './createSchema.js';

export const answerGraphql = createGraphqlEndpoint(createSchema);
