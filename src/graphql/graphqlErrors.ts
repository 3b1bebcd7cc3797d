/** Converts API errors to GraphQL errors, whose `extensions` contain the error entry (ERR081). */
import { getLocation, GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { type ApiError, type ErrorEntry, errorEntry } from '../base/errors/ApiError.js';
import type { ErrorCode } from '../base/errors/errorTable.js';
import { countUnavailable } from '../base/errors/UnavailableError.js';
import { toApiError } from '../base/redis/redisErrors.js';
import { toWriteError } from '../store/unavailableErrors.js';
import { type InputPlace, LocatedError } from './locateInput.js';

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

/** Formats the error of a document that is not executed. */
export const documentError = (
  error: Pick<GraphQLError, 'message'> & ErrorLocation,
  code: ErrorCode,
): GraphQLFormattedError => formatEntry(errorEntry(code, { message: error.message }), error);

/** Formats the errors of a request without a valid document. */
export const requestErrors = ({ entries }: ApiError): GraphQLFormattedError[] =>
  entries.map(entry => formatEntry(entry, {}));

/** Returns Retry-After in seconds, as a part of the error, since other fields of the response may have succeeded. */
const retryAfterOf = ({ headers }: ApiError): { retryAfter?: number } => {
  const seconds = headers.find(([name]) => name === 'Retry-After')?.[1];
  return seconds === undefined ? {} : { retryAfter: Number(seconds) };
};

const literalLocations = (place: InputPlace | undefined): ErrorLocation['locations'] => {
  const loc = place !== undefined && 'literal' in place ? place.literal.loc : undefined;
  return loc && [getLocation(loc.source, loc.start)];
};

/** The context that all errors of a request share. */
interface ErrorContext {
  readonly isMutation: boolean;
  readonly correlationId: string;
  readonly log: Logger;
}

/** Tells whether a field changes something: the fields below a mutation are read after its commit. */
const isChange = ({ path = [] }: GraphQLError, { isMutation }: ErrorContext): boolean =>
  isMutation && path.length === 1;

/** Returns one error for each entry of a field's error; for an unexpected error, it has only the correlation id. */
export const fieldErrors = (error: GraphQLError, context: ErrorContext): GraphQLFormattedError[] => {
  const { correlationId, log } = context;
  const known = isChange(error, context) ? toWriteError(error.originalError) : toApiError(error.originalError);
  if (known === undefined) log.error({ err: error.originalError ?? error, correlationId }, 'unexpected error');
  if (known === undefined) return [formatEntry(errorEntry('General', { correlationId }), error)];
  countUnavailable(known);
  return known.entries.map((entry, at) => {
    const place = known instanceof LocatedError ? known.places[at] : undefined;
    const extras = { ...(place !== undefined && 'variable' in place && place), ...retryAfterOf(known) };
    return formatEntry(
      { ...entry, ...extras },
      { path: error.path, locations: literalLocations(place) ?? error.locations },
    );
  });
};

/** Holds the errors of a document that is not executed. */
export class DocumentError extends Error {
  constructor(readonly errors: readonly GraphQLFormattedError[]) {
    super(errors[0]?.message);
    this.name = 'DocumentError';
  }

  static withMessage(message: string): DocumentError {
    return new DocumentError([documentError(new GraphQLError(message), 'InvalidInput')]);
  }

  static of(errors: readonly GraphQLError[], code: ErrorCode): DocumentError {
    return new DocumentError(errors.map(error => documentError(error, code)));
  }
}
