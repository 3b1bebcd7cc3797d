import { fail } from '../../../base/errors/ApiError.js';

/** Raises the first letter, as in names of messages. */
export const capitalize = <T extends string>(text: T): Capitalize<T> =>
  (text.slice(0, 1).toUpperCase() + text.slice(1)) as Capitalize<T>;

/**
 * Refuses a missing member that is optional in its schema, but required in this variant of it; `holder` is the word for
 * the variant.
 */
export const requireMember = <T>(value: T | undefined, field: string, holder: string): T => {
  if (value === undefined) throw fail('RequiredField', { field, expected: `${holder} has one` });
  return value;
};
