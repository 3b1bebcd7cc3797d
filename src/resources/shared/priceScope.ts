import { sameValue } from '../../engine/document/sameValue.js';
import type { PriceScope } from '../../schema/price.js';

/** For whom and where a price holds, as one text. */
export const scopeOf = ({ value: { currencyCode }, country, customerGroup, channel }: PriceScope): string =>
  [currencyCode, country, customerGroup?.id, channel?.id].map(each => each ?? '').join('|');

export const sameScope = (a: PriceScope, b: PriceScope): boolean =>
  scopeOf(a) === scopeOf(b) && sameValue([a.validFrom, a.validUntil], [b.validFrom, b.validUntil]);
