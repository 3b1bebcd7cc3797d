import { DateTime, Optional } from '../../engine/schema/primitives.js';

/** A resource is valid from `validFrom` (inclusive) until `validUntil` (exclusive). */
export const validity = { validFrom: Optional(DateTime), validUntil: Optional(DateTime) };

/** Times in their stored form compare as texts. */
export interface Validity {
  readonly validFrom?: string;
  readonly validUntil?: string;
}

export const isValidAt = ({ validFrom, validUntil }: Validity, at: string): boolean =>
  (validFrom === undefined || validFrom <= at) && (validUntil === undefined || at < validUntil);
