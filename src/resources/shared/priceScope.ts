import type { PriceScope } from '../../schema/price.js';

/** The buyers that a price applies to, as one text. */
export const priceScopeText = ({ value: { currencyCode }, country, customerGroup, channel }: PriceScope): string =>
  [currencyCode, country, customerGroup?.id, channel?.id].map(each => each ?? '').join('|');

/** The buyers and the period that a price applies to, as one text. */
export const priceScopeAndValidityText = (scope: PriceScope): string =>
  [priceScopeText(scope), scope.validFrom ?? '', scope.validUntil ?? ''].join('|');
