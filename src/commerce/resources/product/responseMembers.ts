/**
 * Members of variants that only responses have: prices with product discounts, the price for a buyer, and the stock.
 * Products, projections and results of searches are completed here, GraphQL by the same parts.
 */
import type { Base } from '../../../engine/define/Base.js';
import { boundedWork } from '../../../base/shedding/boundedWork.js';
import { WorkTime } from '../../../base/shedding/WorkTime.js';
import type { ResourceAccess } from '../../../engine/define/ResourceAccess.js';
import type { ResponseMembers } from '../../../engine/define/DefinitionGroups.js';
import type { ResponseSources } from '../../../engine/define/ResponseSources.js';
import { type PriceSelection, selectPrice, selectRecurrencePrices } from '../../pricing/selectPrice.js';
import type { Price } from '../../values/price.js';
import type { InventoryEntry } from '../inventoryEntry.js';
import { standalonePriceStamp } from '../shared/prices.js';
import { hasProductDiscounts } from '../shared/productDiscounts.js';
import type { Product, ProductVariant } from './members.js';
import { type PriceDiscounts, priceDiscountsOf, readDiscountRules, type ShownData } from './priceDiscounts.js';
import {
  availabilityOf,
  hasInventory,
  readStock,
  stockStamps,
  priceParameters,
  priceSelectionOf,
  readStandalonePrices,
  watchValidity,
} from './variantPrices.js';
import { variantsOf } from './variants.js';

type Changeable<T> = { -readonly [Name in keyof T]: T[Name] };

/** Bounds the SKUs whose entries or prices are read at once. */
const skusAtOnce = 100;

/** Decides about the added members. */
export interface Completion {
  /** The time of the response, in the stored form of times. */
  readonly at: string;
  /** If absent, no price is selected. */
  readonly selection?: PriceSelection;
  /** The supply channels whose stock is shown; absent: all. */
  readonly supplyChannelIds?: ReadonlySet<string>;
}

/** Reads something of each SKU, of many at once. */
const readBySku = async <T>(
  skus: readonly string[],
  read: (sku: string) => Promise<readonly T[]>,
): Promise<ReadonlyMap<string, readonly T[]>> => {
  const found = new Map<string, readonly T[]>();
  for (let from = 0; from < skus.length; from += skusAtOnce) {
    const part = skus.slice(from, from + skusAtOnce);
    const results = await Promise.all(part.map(read));
    part.forEach((sku, at) => found.set(sku, results[at] ?? []));
  }
  return found;
};

const skusIn = (shown: readonly ShownData[]): string[] => [
  ...new Set(shown.flatMap(({ data }) => variantsOf(data).flatMap(({ sku }) => sku ?? []))),
];

const isStandalone = ({ product }: ShownData): boolean => product.priceMode === 'Standalone';

interface Reads {
  readonly stock: ReadonlyMap<string, readonly InventoryEntry[]>;
  readonly standalone: ReadonlyMap<string, readonly Price[]>;
  readonly discounts?: PriceDiscounts;
}

const readAll = async (
  access: ResourceAccess,
  projectKey: string,
  shown: readonly ShownData[],
  { at, selection }: Completion,
  sources?: ResponseSources,
): Promise<Reads> => {
  const skus = skusIn(shown);
  const pricedSkus = selection === undefined ? [] : skusIn(shown.filter(isStandalone));
  await sources?.watch([...stockStamps(skus), ...pricedSkus.map(standalonePriceStamp)]);
  const [stock, standalone, rules] = await Promise.all([
    readBySku(skus, sku => readStock(access, projectKey, sku)),
    readBySku(pricedSkus, sku => readStandalonePrices(access, projectKey, sku)),
    readDiscountRules(access, projectKey, at, sources),
  ]);
  const discounts = await priceDiscountsOf(access, projectKey, at, rules, shown, standalone);
  return { stock, standalone, discounts };
};

const completeVariant = (
  shown: ShownData,
  variant: Changeable<ProductVariant>,
  { stock, standalone, discounts }: Reads,
  { selection, supplyChannelIds }: Completion,
  sources?: ResponseSources,
): void => {
  const { sku = '' } = variant;
  const discounted = (price: Price): Price => discounts?.(shown, variant, price) ?? price;
  if (discounts !== undefined) variant.prices = variant.prices.map(discounted);
  if (selection !== undefined) {
    const prices = isStandalone(shown) ? (standalone.get(sku) ?? []).map(discounted) : variant.prices;
    if (sources !== undefined) watchValidity(prices, selection, sources);
    const price = selectPrice(prices, selection);
    if (price !== undefined) variant.price = price;
    const recurrencePrices = selectRecurrencePrices(prices, selection);
    if (recurrencePrices.length > 0) variant.recurrencePrices = recurrencePrices;
  }
  const availability = availabilityOf(stock.get(sku) ?? [], supplyChannelIds);
  if (availability !== undefined) variant.availability = availability;
};

/**
 * Completes the variants of some data in place. `sources` exist if the response may be kept: they learn what it depends
 * on.
 */
export const completeVariants = async (
  access: ResourceAccess,
  projectKey: string,
  shown: readonly ShownData[],
  completion: Completion,
  sources?: ResponseSources,
): Promise<void> => {
  const reads = await readAll(access, projectKey, shown, completion, sources);
  const time = new WorkTime(projectKey);
  for (const each of shown) {
    const pause = time.pause();
    if (pause !== undefined) await pause;
    boundedWork('query', () => {
      for (const variant of variantsOf(each.data)) completeVariant(each, variant, reads, completion, sources);
    });
  }
};

const shownDataOf = (product: Product): ShownData[] => {
  const { current, staged } = product.masterData;
  return [current, staged].map(data => ({ product, data }));
};

export const responseMembers: ResponseMembers<Product & Base> = {
  parameters: priceParameters,
  tellsSources: true,
  areNeeded: async (access, projectKey, query) =>
    query.has('priceCurrency') ||
    (await Promise.all([hasInventory(access, projectKey), hasProductDiscounts(access, projectKey)])).includes(true),
  add: (access, projectKey, query, products, sources) => {
    const at = access.now().toISOString();
    const completion = { at, selection: priceSelectionOf(query, at) };
    return completeVariants(access, projectKey, products.flatMap(shownDataOf), completion, sources);
  },
};
