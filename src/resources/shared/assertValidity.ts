import { fail } from '../../errors/ApiError.js';
import type { Validity } from '../../schema/validity.js';

/** Refuses a validity that ends before it begins. Times in their stored form compare as texts. */
export const assertValidity = ({ validFrom, validUntil }: Validity): void => {
  if (validFrom !== undefined && validUntil !== undefined && validFrom >= validUntil)
    throw fail('InvalidInput', {
      message: `validFrom must be earlier than validUntil: expected a time before ${validUntil}, got ${validFrom}.`,
    });
};
