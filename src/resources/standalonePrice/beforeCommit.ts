/** Refuses two prices of a SKU for the same buyers in overlapping periods (ERR076, ERR077). */
import { limits } from '../../config/limits.js';
import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../engine/define/ResourceAccess.js';
import { loadBy } from '../../engine/loadMany.js';
import { fail } from '../../errors/ApiError.js';
import { priceScopeText } from '../shared/priceScope.js';
import { pricesReadMax } from '../shared/pricesReadMax.js';
import type { StandalonePrice } from './members.js';
import { exactScope, path, priceErrorFields } from './priceScopeClaims.js';

const isBounded = ({ validFrom, validUntil }: StandalonePrice): boolean =>
  validFrom !== undefined || validUntil !== undefined;

/** Whether `a` begins before `b` ends. */
const beginsBeforeEnd = (a: StandalonePrice, b: StandalonePrice): boolean =>
  a.validFrom === undefined || b.validUntil === undefined || a.validFrom < b.validUntil;

/** A price without a period applies where no price with a period does, so it conflicts with none of them. */
const overlaps = (a: StandalonePrice, b: StandalonePrice): boolean =>
  isBounded(a) &&
  isBounded(b) &&
  priceScopeText(a) === priceScopeText(b) &&
  beginsBeforeEnd(a, b) &&
  beginsBeforeEnd(b, a);

const priceReference = (id: string) => ({ typeId: 'standalone-price', id });

/** Refuses more prices of a SKU than carts read. */
const assertPricesOfSkuBelowLimit = async (
  { store }: ResourceAccess,
  projectKey: string,
  sku: string,
): Promise<void> => {
  const ids = await store.idsInRange(
    projectKey,
    'standalone-price',
    { by: 'value', path: 'sku', value: sku },
    { from: 0, to: limits.pricesOfSkuMax },
  );
  if (ids.length >= limits.pricesOfSkuMax)
    throw fail('MaxResourceLimitExceeded', {
      exceededResource: 'standalone-price',
      max: limits.pricesOfSkuMax,
      detail: ' of one SKU',
    });
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
