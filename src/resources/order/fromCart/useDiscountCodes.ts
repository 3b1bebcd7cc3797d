import type { UsageCount } from '../../../store/ChangeSet.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadMany } from '../../../engine/loadMany.js';
import { errorEntry, type ErrorEntry } from '../../../errors/ApiError.js';
import type { Cart } from '../../shared/cartMembers.js';
import type { DiscountCode } from '../../discountCode/members.js';
import { discountCodeCounters } from '../../../pricing/discountCodeCounters.js';
import { timeRangeRefusal } from '../../shared/timeRangeRefusal.js';

const refusalOf = (id: string, code: DiscountCode | undefined, state: string, now: string): ErrorEntry => {
  if (code === undefined)
    return errorEntry('DiscountCodeNonApplicable', { discountCode: id, dicountCodeId: id, reason: 'DoesNotExist' });
  return state === 'NotValid'
    ? timeRangeRefusal(code, now)
    : errorEntry('DiscountCodeNonApplicable', { discountCode: code.code, dicountCodeId: id, reason: state });
};

/** The counters that a use of a code raises, each with its limit. */
const countsOf = (code: DiscountCode, customerId: string | undefined): UsageCount[] => {
  const refusal = refusalOf(code.id, code, 'MaxApplicationReached', '');
  const maxima = [code.maxApplications, code.maxApplicationsPerCustomer];
  return discountCodeCounters(code.id, customerId).map((name, at) => ({ name, max: maxima[at], refusal }));
};

interface DiscountCodeUses {
  readonly counts: readonly UsageCount[];
  readonly refusals: readonly ErrorEntry[];
}

const noUses: DiscountCodeUses = { counts: [], refusals: [] };

/** Checks the discount codes of a cart that is ordered, and counts one use of each (ERR054 to ERR056, ORD102). */
export const useDiscountCodes = async (
  access: ResourceAccess,
  projectKey: string,
  cart: Cart,
  infos: Cart['discountCodes'],
  now: string,
): Promise<DiscountCodeUses> => {
  if (infos.length === 0) return noUses;
  const codes = await loadMany<DiscountCode>(
    access,
    projectKey,
    'discount-code',
    infos.map(({ discountCode }) => discountCode.id),
  );
  const refused = infos.filter(({ discountCode, state }) => state !== 'MatchesCart' || !codes.has(discountCode.id));
  return {
    refusals: refused.map(({ discountCode: { id }, state }) => refusalOf(id, codes.get(id), state, now)),
    counts: refused.length > 0 ? [] : [...codes.values()].flatMap(code => countsOf(code, cart.customerId)),
  };
};
