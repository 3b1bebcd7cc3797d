/** The media type of GraphQL over HTTP for responses; `application/json` is used unless a client prefers this one. */
export const graphqlResponseType = 'application/graphql-response+json';
