import { type ErrorEntry, errorEntry } from '../../errors/ApiError.js';
import type { Validity } from '../../schema/validity.js';

interface DiscountCodeName extends Validity {
  readonly id: string;
  readonly code: string;
}

/** The error of a discount code outside its time range (ERR056). */
export const timeRangeRefusal = ({ id, code, validFrom, validUntil }: DiscountCodeName, now: string): ErrorEntry =>
  errorEntry('DiscountCodeNonApplicable', {
    discountCode: code,
    dicountCodeId: id,
    validFrom,
    validUntil,
    validityCheckTime: now,
    reason: 'TimeRangeNonApplicable',
  });
