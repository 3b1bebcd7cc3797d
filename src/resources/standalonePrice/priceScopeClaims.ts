import { errorEntry } from '../../errors/ApiError.js';
import type { Claim } from '../../store/ChangeSet.js';
import { priceScopeText } from '../shared/priceScope.js';
import type { StandalonePrice } from './members.js';

export const path = 'scope';

/** The SKU comes last, since it alone may contain the separator. */
export const exactScope = (price: StandalonePrice): string =>
  [priceScopeText(price), price.validFrom, price.validUntil, price.sku].join('|');

/** The fields of a conflicting price that errors show. */
export const priceErrorFields = ({
  sku,
  value,
  country,
  customerGroup,
  channel,
  validFrom,
  validUntil,
}: StandalonePrice) => ({
  sku,
  currency: value.currencyCode,
  country,
  customerGroup,
  channel,
  validFrom,
  validUntil,
});

/** Makes the commit refuse one of two concurrent prices; only `beforeCommit` can name the other one. */
export const priceScopeClaims = (price: StandalonePrice): Claim[] => [
  { path, value: exactScope(price), refusal: errorEntry('DuplicateStandalonePriceScope', priceErrorFields(price)) },
];
