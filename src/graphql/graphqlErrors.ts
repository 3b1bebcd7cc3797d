/** GraphQL's errors out of ours: `extensions` hold the error entry (ERR081). */
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { type ApiError, type ErrorEntry, errorEntry } from '../errors/ApiError.js';
import type { ErrorCode } from '../errors/errorTable.js';
import { toApiError } from '../redis/redisErrors.js';

const messageMax = 1_000;

type Place = Partial<Pick<GraphQLError, 'locations' | 'path'>>;

const formatted = ({ message, ...extensions }: ErrorEntry, { locations, path }: Place): GraphQLFormattedError => ({
  message: message.slice(0, messageMax),
  ...(locations !== undefined && { locations: locations.map(({ line, column }) => ({ line, column })) }),
  ...(path !== undefined && { path }),
  extensions,
});

/** What stands against a document, before any of it ran. */
export const documentError = (error: Pick<GraphQLError, 'message'> & Place, code: ErrorCode): GraphQLFormattedError =>
  formatted(errorEntry(code, { message: error.message }), error);

const scalarReason = /^(Variable "\$\w+" got invalid value ).*?; (Expected type \w+; \w+ cannot represent [\w -]+): /s;
const otherReason = /^(Variable "\$\w+" got invalid value ).*; ([^;]+)$/s;

/** The library quotes a variable whole that does not fit, and a password may stand in it: the reason suffices. */
const withoutValue = (message: string): string => {
  const [, variable, reason] = scalarReason.exec(message) ?? otherReason.exec(message) ?? [];
  return variable === undefined ? message : `${variable.trimEnd()}: ${reason!}`;
};

/** Variables that are not what the document declares. */
export const variableError = (error: GraphQLError): GraphQLFormattedError =>
  documentError({ message: withoutValue(error.message), locations: error.locations, path: error.path }, 'InvalidInput');

/** A request that holds no document. */
export const requestErrors = ({ entries }: ApiError): GraphQLFormattedError[] =>
  entries.map(entry => formatted(entry, {}));

/** HTTP's Retry-After, in seconds: other fields may have been answered, so that it cannot be the response's. */
const retryAfterOf = ({ status, headers }: ApiError): { retryAfter?: number } => {
  const seconds = headers.find(([name]) => name === 'Retry-After')?.[1] ?? (status === 503 ? '1' : undefined);
  return seconds === undefined ? {} : { retryAfter: Number(seconds) };
};

/** What a field threw: each entry an error of its own. Whatever is no refusal of ours is told by its correlation id alone. */
export const fieldErrors = (error: GraphQLError, correlationId: string, log: Logger): GraphQLFormattedError[] => {
  const known = toApiError(error.originalError);
  if (known === undefined) log.error({ err: error.originalError ?? error, correlationId }, 'unexpected error');
  if (known === undefined) return [formatted(errorEntry('General', { correlationId }), error)];
  return known.entries.map(entry => formatted({ ...entry, ...retryAfterOf(known) }, error));
};
