/** Converts API errors to GraphQL errors, whose `extensions` contain the error entry (ERR081). */
import type { GraphQLError, GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { type ApiError, type ErrorEntry, errorEntry } from '../errors/ApiError.js';
import type { ErrorCode } from '../errors/errorTable.js';
import { toApiError } from '../redis/redisErrors.js';

const messageMax = 1_000;

type ErrorLocation = Partial<Pick<GraphQLError, 'locations' | 'path'>>;

const formatEntry = (
  { message, ...extensions }: ErrorEntry,
  { locations, path }: ErrorLocation,
): GraphQLFormattedError => ({
  message: message.slice(0, messageMax),
  ...(locations !== undefined && { locations: locations.map(({ line, column }) => ({ line, column })) }),
  ...(path !== undefined && { path }),
  extensions,
});

/** The error of a document that is not executed. */
export const documentError = (
  error: Pick<GraphQLError, 'message'> & ErrorLocation,
  code: ErrorCode,
): GraphQLFormattedError => formatEntry(errorEntry(code, { message: error.message }), error);

const scalarReason = /^(Variable "\$\w+" got invalid value ).*?; (Expected type \w+; \w+ cannot represent [\w -]+): /s;
const otherReason = /^(Variable "\$\w+" got invalid value ).*; ([^;]+)$/s;

/** Removes the value from a message, which the library quotes whole: it may contain a password. */
const withoutValue = (message: string): string => {
  const [, variable, reason = ''] = scalarReason.exec(message) ?? otherReason.exec(message) ?? [];
  return variable === undefined ? message : `${variable.trimEnd()}: ${reason}`;
};

/** The error of variables that do not match the document's declarations. */
export const variableError = (error: GraphQLError): GraphQLFormattedError =>
  documentError({ message: withoutValue(error.message), locations: error.locations, path: error.path }, 'InvalidInput');

/** The errors of a request without a valid document. */
export const requestErrors = ({ entries }: ApiError): GraphQLFormattedError[] =>
  entries.map(entry => formatEntry(entry, {}));

/** Returns Retry-After in seconds; it stands at the error, since other fields of the response may have succeeded. */
const retryAfterOf = ({ status, headers }: ApiError): { retryAfter?: number } => {
  const seconds = headers.find(([name]) => name === 'Retry-After')?.[1] ?? (status === 503 ? '1' : undefined);
  return seconds === undefined ? {} : { retryAfter: Number(seconds) };
};

/** Returns one error per entry of the error that a field threw; of an unexpected error only the correlation id. */
export const fieldErrors = (error: GraphQLError, correlationId: string, log: Logger): GraphQLFormattedError[] => {
  const known = toApiError(error.originalError);
  if (known === undefined) log.error({ err: error.originalError ?? error, correlationId }, 'unexpected error');
  if (known === undefined) return [formatEntry(errorEntry('General', { correlationId }), error)];
  return known.entries.map(entry => formatEntry({ ...entry, ...retryAfterOf(known) }, error));
};
