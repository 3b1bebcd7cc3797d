import type { Context } from '../../engine/define/Context.js';
import { fail } from '../../errors/ApiError.js';
import { type Money, moneyOf, zero } from '../../schema/money.js';
import { typedMoneyOf } from '../../pricing/typedMoneyOf.js';
import { LineItemDraft } from './lineItemDraft.js';

/** Replaced by the price of the product before the commit. */
const placeholderPrice = (value: Money) => ({ id: '', value });

/** The price members of an item with the external price of its draft, if it has one. */
export const externalPriceOf = (
  { externalPrice, externalTotalPrice }: Pick<LineItemDraft, 'externalPrice' | 'externalTotalPrice'>,
  currencyCode: string,
  context: Context,
) => {
  const given = externalTotalPrice?.price ?? externalPrice;
  if (given === undefined)
    return {
      priceMode: 'Platform',
      price: placeholderPrice(zero(currencyCode)),
      totalPrice: zero(currencyCode),
    } as const;
  for (const { currencyCode: other } of [given, externalTotalPrice?.totalPrice ?? given])
    if (other !== currencyCode)
      throw fail('InvalidInput', {
        message: `The cart has the currency ${currencyCode}; an external price is in ${other}.`,
      });
  const price = {
    id: context.newId(),
    value: typedMoneyOf(given, externalTotalPrice === undefined ? 'externalPrice' : 'externalTotalPrice.price'),
  };
  return externalTotalPrice === undefined
    ? ({ priceMode: 'ExternalPrice', price, totalPrice: zero(currencyCode) } as const)
    : ({ priceMode: 'ExternalTotal', price, totalPrice: moneyOf(externalTotalPrice.totalPrice) } as const);
};
