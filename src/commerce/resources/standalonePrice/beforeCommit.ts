/** Refuses two prices of a SKU for the same buyers in overlapping periods (ERR076, ERR077). */
import { limits } from '../../../base/config/limits.js';
import { errorEntry, fail, invalidOperation } from '../../../base/errors/ApiError.js';
import type { BeforeCommit, BeforeCommitInput } from '../../../engine/define/BeforeCommit.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import { loadBy } from '../../../engine/loadResources.js';
import { sameValue } from '../../../engine/document/sameValue.js';
import type { Claim } from '../../../store/ChangeSet.js';
import { priceScopeText, pricesReadMax } from '../shared/prices.js';
import { assertExternalDiscounts } from '../shared/productDiscounts.js';
import type { StandalonePrice } from './members.js';
import { variantsBySku } from './responseMembers.js';

const isBounded = ({ validFrom, validUntil }: StandalonePrice): boolean =>
  validFrom !== undefined || validUntil !== undefined;

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

/** Refuses a new value under a discount that does not apply to the variant which is on sale. */
const assertExternalDiscount = async (
  access: ResourceAccess,
  { projectKey, context, before, after }: BeforeCommitInput<StandalonePrice>,
): Promise<void> => {
  if (after.discounted === undefined || sameValue(before?.discounted, after.discounted)) return;
  const variant = (await variantsBySku(access, projectKey, [after.sku], false)).get(after.sku);
  if (variant === undefined)
    throw invalidOperation(
      `No variant of a published product has the SKU '${after.sku}', so its price cannot be discounted.`,
    );
  await assertExternalDiscounts(access, projectKey, context.now, [{ price: after, variants: [variant] }]);
};

export const beforeCommit: BeforeCommit<StandalonePrice> = async (access, input) => {
  const { projectKey, before, after } = input;
  await assertExternalDiscount(access, input);
  if (before !== undefined && exactScope(before) === exactScope(after)) return {};
  const same = await access.store.findId(projectKey, 'standalone-price', path, exactScope(after));
  if (same !== null && same !== after.id)
    throw fail('DuplicateStandalonePriceScope', {
      conflictingStandalonePrice: priceReference(same),
      ...priceErrorFields(after),
    });
  if (before === undefined) await assertPricesOfSkuBelowLimit(access, projectKey, after.sku);
  if (!isBounded(after)) return {};
  // The count is read before the prices: a price that is committed later raises it.
  const changes = changesOfScope(after);
  const [count = 0] = await access.store.usageCounts(projectKey, [changes]);
  const others = await loadBy<StandalonePrice>(access, projectKey, 'standalone-price', 'sku', after.sku, pricesReadMax);
  const conflicting = others.find(other => other.id !== after.id && overlaps(other, after));
  if (conflicting !== undefined)
    throw fail('OverlappingStandalonePriceValidity', {
      conflictingStandalonePrice: priceReference(conflicting.id),
      ...priceErrorFields(after),
      conflictingValidFrom: conflicting.validFrom,
      conflictingValidUntil: conflicting.validUntil,
    });
  return { counts: [{ name: changes, max: count + 1 }] };
};

/** Names the counter of prices with a period of a SKU and some buyers: of two concurrent ones, one sees the other. */
const changesOfScope = (price: StandalonePrice): string => `standalone-price/${priceScopeText(price)}/${price.sku}`;

const path = 'scope';

/** The SKU comes last, since it alone may contain the separator. */
const exactScope = (price: StandalonePrice): string =>
  [priceScopeText(price), price.validFrom, price.validUntil, price.sku].join('|');

/** The fields of a conflicting price that errors show. */
const priceErrorFields = ({ sku, value, country, customerGroup, channel, validFrom, validUntil }: StandalonePrice) => ({
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
