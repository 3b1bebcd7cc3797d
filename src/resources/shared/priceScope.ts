import { sameValue } from '../../engine/document/sameValue.js';
import type { PriceScope } from '../../schema/price.js';

/** The buyers that a price applies to, as one text. */
export const priceScopeText = ({ value: { currencyCode }, country, customerGroup, channel }: PriceScope): string =>
  [currencyCode, country, customerGroup?.id, channel?.id].map(each => each ?? '').join('|');

export const isSamePriceScope = (a: PriceScope, b: PriceScope): boolean =>
  priceScopeText(a) === priceScopeText(b) && sameValue([a.validFrom, a.validUntil], [b.validFrom, b.validUntil]);
