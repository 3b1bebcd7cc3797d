/** The discounts that a cart names: codes that a buyer gave, and discounts that a merchant gave to this cart alone. */
import type { DiscountCode } from '../discountCode/index.js';
import { errorEntry, type ErrorEntry } from '../../errors/ApiError.js';

export const codesMax = 10;

/** ERR056 */
export const timeRangeRefusal = ({ id, code, validFrom, validUntil }: DiscountCode, now: string): ErrorEntry =>
  errorEntry('DiscountCodeNonApplicable', {
    discountCode: code,
    dicountCodeId: id,
    validFrom,
    validUntil,
    validityCheckTime: now,
    reason: 'TimeRangeNonApplicable',
  });
