/** ERR076, ERR077: no two prices of a SKU for the same buyers, unless they hold at different times. */
import type { Claim } from '../../store/ChangeSet.js';
import type { ResourceAccess } from '../../engine/define/ResourceAccess.js';
import { loadBy } from '../../engine/loadMany.js';
import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { errorEntry, fail } from '../../errors/ApiError.js';
import type { StandalonePrice } from './members.js';
import { pricesReadMax } from '../shared/pricesReadMax.js';
import { priceScopeText } from '../shared/priceScope.js';

/** Most prices of one SKU that can be made; carts choose among them all. */
const pricesMax = 1_000;

const path = 'scope';

/** The SKU last: only that may hold a bar. */
const exactScope = (price: StandalonePrice): string =>
  [priceScopeText(price), price.validFrom, price.validUntil, price.sku].join('|');

/** What errors tell of a price that cannot be. */
const priceErrorFields = ({ sku, value, country, customerGroup, channel, validFrom, validUntil }: StandalonePrice) => ({
  sku,
  currency: value.currencyCode,
  country,
  customerGroup,
  channel,
  validFrom,
  validUntil,
});

/** Of two that are made at the same time the commit refuses one; which other price it was, only `settle` can tell. */
export const priceScopeClaims = (price: StandalonePrice): Claim[] => [
  { path, value: exactScope(price), refusal: errorEntry('DuplicateStandalonePriceScope', priceErrorFields(price)) },
];

const isBounded = ({ validFrom, validUntil }: StandalonePrice): boolean =>
  validFrom !== undefined || validUntil !== undefined;

/** Whether `a` begins before `b` ends. */
const beginsBeforeEnd = (a: StandalonePrice, b: StandalonePrice): boolean =>
  a.validFrom === undefined || b.validUntil === undefined || a.validFrom < b.validUntil;

/** A price without a period stands behind those that have one, and conflicts with none of them. */
const overlaps = (a: StandalonePrice, b: StandalonePrice): boolean =>
  isBounded(a) &&
  isBounded(b) &&
  priceScopeText(a) === priceScopeText(b) &&
  beginsBeforeEnd(a, b) &&
  beginsBeforeEnd(b, a);

const priceReference = (id: string) => ({ typeId: 'standalone-price', id });

/** More than that no cart would look at. */
const assertPricesOfSkuBelowLimit = async (
  { store }: ResourceAccess,
  projectKey: string,
  sku: string,
): Promise<void> => {
  const ids = await store.idsInRange(
    projectKey,
    'standalone-price',
    { by: 'value', path: 'sku', value: sku },
    { from: 0, to: pricesMax },
  );
  if (ids.length >= pricesMax) throw fail('MaxResourceLimitExceeded', { exceededResource: 'standalone-price' });
};

export const beforeCommit: BeforeCommit<StandalonePrice> = async (access, { projectKey, before, after }) => {
  if (before !== undefined && exactScope(before) === exactScope(after)) return {};
  const same = await access.store.findId(projectKey, 'standalone-price', path, exactScope(after));
  if (same !== null && same !== after.id)
    throw fail('DuplicateStandalonePriceScope', {
      conflictingStandalonePrice: priceReference(same),
      ...priceErrorFields(after),
    });
  if (before === undefined) await assertPricesOfSkuBelowLimit(access, projectKey, after.sku);
  if (!isBounded(after)) return {};
  const others = await loadBy<StandalonePrice>(access, projectKey, 'standalone-price', 'sku', after.sku, pricesReadMax);
  const conflicting = others.find(other => other.id !== after.id && overlaps(other, after));
  if (conflicting !== undefined)
    throw fail('OverlappingStandalonePriceValidity', {
      conflictingStandalonePrice: priceReference(conflicting.id),
      ...priceErrorFields(after),
      conflictingValidFrom: conflicting.validFrom,
      conflictingValidUntil: conflicting.validUntil,
    });
  return {};
};
