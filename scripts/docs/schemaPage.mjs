import { printSchema } from 'graphql';

/** The GraphQL schema as it is served, with its descriptions. */
export const schemaPage = schema => `${printSchema(schema)}\n`;
