/** Errors of the search module; each generation has texts of its own. */

/** The client's own time limit says `Command timed out` too, and is no ReplyError. */
const isReplyError = (error: unknown, pattern: RegExp): boolean =>
  error instanceof Error && error.name === 'ReplyError' && pattern.test(error.message);

export const isUnknownIndexError = (error: unknown): boolean =>
  isReplyError(error, /unknown index|no such index|index not found/i);

export const isExistingIndexError = (error: unknown): boolean => isReplyError(error, /index already exists/i);

export const isSearchTimeoutError = (error: unknown): boolean => isReplyError(error, /timed out|timeout limit/i);
