import type { ErrorEntry } from '../../../../base/errors/ApiError.js';
import type { ResourceAccess } from '../../../../engine/define/ResourceAccess.js';
import { loadMany } from '../../../../engine/loadResources.js';
import type { UsageCount } from '../../../../store/ChangeSet.js';
import { applicableStates, codeStateRefusal, discountCodeCounters } from '../../../pricing/findApplicableDiscounts.js';
import type { DiscountCode } from '../../discountCode.js';
import type { Cart } from '../../shared/cartAndOrder/members.js';

/** Returns the counters that a use of a code raises, each with its limit. */
const countsOf = (code: DiscountCode, customerId: string | undefined): UsageCount[] => {
  const refusal = codeStateRefusal(code.id, code, 'MaxApplicationReached', '');
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
  const refused = infos.filter(
    ({ discountCode, state }) => !applicableStates.has(state) || !codes.has(discountCode.id),
  );
  // A code does not count as used if better discounts apply instead of its own.
  const used = infos.flatMap(({ discountCode: { id }, state }) =>
    state === 'MatchesCart' ? [codes.get(id)].filter(code => code !== undefined) : [],
  );
  return {
    refusals: refused.map(({ discountCode: { id }, state }) => codeStateRefusal(id, codes.get(id), state, now)),
    counts: refused.length > 0 ? [] : used.flatMap(code => countsOf(code, cart.customerId)),
  };
};
