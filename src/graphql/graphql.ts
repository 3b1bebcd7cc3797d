/** The verb behind `POST /{projectKey}/graphql`. */
import { createEndpoint } from './endpoint.js';
import { createSchema } from './schema.js';

export const graphql = createEndpoint(createSchema);
