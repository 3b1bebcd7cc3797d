import { requiredField } from '../../../base/errors/ApiError.js';

/**
 * Refuses a missing member that is optional in its schema, but required in this variant of it; `holder` is the word for
 * the variant.
 */
export const requireMember = <T>(value: T | undefined, field: string, holder: string): T => {
  if (value === undefined) throw requiredField(field, `${holder} has one`);
  return value;
};
