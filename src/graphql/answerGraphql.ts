import { createGraphqlEndpoint } from './createGraphqlEndpoint.js';
import { createSchema } from './createSchema.js';

/** Answers `POST /{projectKey}/graphql`. */
export const answerGraphql = createGraphqlEndpoint(createSchema);
