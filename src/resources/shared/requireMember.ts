import { fail } from '../../errors/ApiError.js';

/** A member that a variant of a shape needs, where the shape as a whole leaves it optional; `holder` is what needs it. */
export const requireMember = <T>(value: T | undefined, field: string, holder: string): T => {
  if (value === undefined) throw fail('RequiredField', { field, expected: `${holder} has one` });
  return value;
};
