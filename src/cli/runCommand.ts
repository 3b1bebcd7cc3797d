import { ConfigError } from '../base/config/valueKinds.js';
import { ApiError } from '../base/errors/ApiError.js';
import { toRefusedWriteError } from '../base/redis/redisErrors.js';
import { createProgram } from './createProgram.js';

/**
 * Errors that the caller can correct; their messages need no stack trace. The names of the classes are compared,
 * because most commands load few of the classes.
 */
const expectedErrors = new Set(['EmbeddedRedisError', 'ProjectError', 'StoredFormatError', 'UsageError']);

/** Tells whether the class of an error, or one that it extends, is expected. */
const isExpected = (error: object): boolean => {
  const parent: unknown = Object.getPrototypeOf(error);
  if (parent === null || parent === undefined) return false;
  return expectedErrors.has(parent.constructor.name) || isExpected(parent);
};

const explain = (error: unknown): string => {
  // A 500 is a defect, and an answer of another status says what is wrong.
  if (error instanceof ApiError && error.status !== 500) return error.entries.map(({ message }) => message).join('\n');
  if (error instanceof ConfigError) return error.problems.join('\n');
  const refused = toRefusedWriteError(error);
  if (refused !== undefined) return refused.message;
  if (error instanceof Error && isExpected(error)) return error.message;
  return String((error as Error)?.stack ?? error);
};

/** Runs the quayside command. An error is printed and sets the exit code to 1. */
export const runCommand = async (argv: readonly string[]): Promise<void> => {
  try {
    await createProgram().parseAsync([...argv]);
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
};
