/** The discounts that a cart names: codes that a buyer gave, and discounts that a merchant gave to this cart alone. */
import { type Static } from '@sinclair/typebox';
import { DiscountTarget } from './discountTarget.js';
import { DiscountValue } from './discountValue.js';
import type { DiscountCode } from '../discountCode/index.js';
import { errorEntry, type ErrorEntry } from '../../errors/ApiError.js';
import { OneOf, Optional, Shape, Text } from '../../schema/primitives.js';
import { LooseReference } from '../../schema/reference.js';

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

export const DiscountCodeState = OneOf([
  'NotActive',
  'NotValid',
  'DoesNotMatchCart',
  'MatchesCart',
  'MaxApplicationReached',
  'ApplicationStoppedByPreviousDiscount',
]);
export const DiscountCodeInfo = Shape({ discountCode: LooseReference('discount-code'), state: DiscountCodeState });
export const DirectDiscount = Shape({ id: Text, value: DiscountValue, target: Optional(DiscountTarget) });

export type DiscountCodeState = Static<typeof DiscountCodeState>;
export type DiscountCodeInfo = Static<typeof DiscountCodeInfo>;
export type DirectDiscount = Static<typeof DirectDiscount>;
