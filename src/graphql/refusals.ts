/** GraphQL's errors out of ours: `extensions` hold the error entry (ERR081). */
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import { type ErrorCode, type ErrorEntry, errorEntry } from '../errors.js';
import { asApiError } from '../store/failures.js';

const messageMax = 1_000;

type Place = Pick<GraphQLError, 'locations' | 'path'>;

const formatted = ({ message, ...extensions }: ErrorEntry, { locations, path }: Place): GraphQLFormattedError => ({
  message: message.slice(0, messageMax),
  ...(locations !== undefined && { locations: locations.map(({ line, column }) => ({ line, column })) }),
  ...(path !== undefined && { path }),
  extensions,
});

/** What stands against a document, before any of it ran. */
export const refusedDocument = (error: GraphQLError, code: ErrorCode): GraphQLFormattedError =>
  formatted(errorEntry(code, { message: error.message }), error);

/** What a field threw: each entry an error of its own. Whatever is no refusal of ours is told by its correlation id alone. */
export const refusedField = (error: GraphQLError, correlationId: string): GraphQLFormattedError[] => {
  const known = asApiError(error.originalError);
  if (known === undefined) console.error(`correlation id ${correlationId}:`, error.originalError ?? error);
  return (known?.entries ?? [errorEntry('General', { correlationId })]).map(entry => formatted(entry, error));
};
