import type { DiscountCode } from '../discountCode/index.js';
import { errorEntry, type ErrorEntry } from '../../errors/ApiError.js';

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
