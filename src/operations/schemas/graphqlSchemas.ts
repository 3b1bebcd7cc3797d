/** Schemas of GraphQL over HTTP; introspection returns the GraphQL schema itself. */
import { closedObject, type Components, type Schema } from './Components.js';

const text: Schema = { type: 'string' };

const errors: Schema = {
  type: 'array',
  minItems: 1,
  items: {
    type: 'object',
    required: ['message'],
    additionalProperties: false,
    properties: {
      message: text,
      locations: { type: 'array' },
      path: { type: 'array' },
      extensions: { type: 'object', description: 'The error: `code` and its fields.' },
    },
  },
};

export const graphqlRequestSchema = (components: Components): Schema =>
  components.component('GraphqlRequest', 'GraphqlRequest', () => ({
    type: 'object',
    required: ['query'],
    properties: {
      query: text,
      variables: { type: ['object', 'null'] },
      operationName: { type: ['string', 'null'] },
      extensions: { type: ['object', 'null'] },
    },
    example: { query: '{ states(limit: 5) { total results { key type } } }' },
  }));

export const graphqlResponseSchema = (components: Components): Schema =>
  components.component('GraphqlResponse', 'GraphqlResponse', () =>
    closedObject({ data: { type: ['object', 'null'] }, errors }, ['data']),
  );

/** The response to a request that was not executed, in the media type of GraphQL. */
export const graphqlErrorsSchema = (components: Components): Schema =>
  components.component('GraphqlErrors', 'GraphqlErrors', () => closedObject({ errors }, ['errors']));

/** The response to a request that was not executed. */
export const graphqlErrorSchema = (components: Components): Schema =>
  components.component('GraphqlRefusal', 'GraphqlRefusal', () =>
    closedObject({ statusCode: { const: 400 }, message: text, errors }, ['statusCode', 'message', 'errors']),
  );
