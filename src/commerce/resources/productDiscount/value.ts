import { fail } from '../../../base/errors/ApiError.js';
import { moneyOf } from '../../values/money.js';
import type { ProductDiscountValue, ProductDiscountValueDraft } from '../../values/productDiscount.js';
import { requireMember } from '../shared/memberNames.js';

/** The stored form of a value, with the members of its type. Refuses two amounts of one currency. */
export const productDiscountValueOf = ({ type, permyriad, money }: ProductDiscountValueDraft): ProductDiscountValue => {
  if (type === 'external') return { type };
  if (type === 'relative')
    return { type, permyriad: requireMember(permyriad, 'value.permyriad', 'a relative discount') };
  const monies = requireMember(money, 'value.money', 'an absolute discount').map(moneyOf);
  const currencies = monies.map(({ currencyCode }) => currencyCode);
  if (monies.length === 0 || new Set(currencies).size < monies.length)
    throw fail('InvalidOperation', {
      message: `An absolute discount has at least one amount, and one for each currency; got ${currencies.join(', ') || 'none'}.`,
    });
  const negative = monies.find(({ centAmount }) => centAmount < 0);
  if (negative !== undefined)
    throw fail('InvalidField', {
      field: 'value.money',
      invalidValue: negative,
      expected: 'Expected an amount that is not negative.',
    });
  return { type, money: monies };
};
