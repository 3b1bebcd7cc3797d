import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { ErrorCode } from '../errors/errorTable.js';
import { documentError } from './graphqlErrors.js';

/** Tells why a document is not executed. */
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
