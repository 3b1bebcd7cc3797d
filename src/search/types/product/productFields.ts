/** The search fields of products, by the current data of each. */
import { longPrefixes, type NamedRow, rowsOf, shortPrefixes, textPrefixes } from '../../fields/FieldTable.js';

const isReferenced = true;
const isAlwaysPresent = true;
const isDistinct = true;

export const productFields: readonly NamedRow[] = [
  ...rowsOf('keyword', {
    id: { code: 'id', prefixes: shortPrefixes, isDistinct, isAlwaysPresent },
    key: { code: 'k', prefixes: longPrefixes, isDistinct },
    productType: { code: 'pt', isAlwaysPresent },
    taxCategory: { code: 'tc' },
    state: { code: 'st' },
    categories: { code: 'ca' },
    categoriesSubTree: { code: 'cs', isReferenced },
    'variants.sku': { code: 'vs', prefixes: longPrefixes, isDistinct },
    'variants.key': { code: 'vk', prefixes: longPrefixes, isDistinct },
    'variants.prices.id': { code: 'pi', isDistinct, isReferenced },
    'variants.prices.key': { code: 'pk', isDistinct, isReferenced },
    'variants.prices.currencyCode': { code: 'pc', isReferenced },
    'variants.prices.country': { code: 'po', isReferenced },
    'variants.prices.customerGroup': { code: 'pg', isReferenced },
    'variants.prices.channel': { code: 'ph', isReferenced },
    'variants.availability.isOnStockInChannels': { code: 'ac', isReferenced },
  }),
  ...rowsOf('localizedText', {
    name: { code: 'n', prefixes: textPrefixes, isAlwaysPresent },
    description: { code: 'd' },
    slug: { code: 'sl', prefixes: textPrefixes, isAlwaysPresent },
    metaTitle: { code: 'mt' },
    metaDescription: { code: 'md' },
    metaKeywords: { code: 'mk' },
    searchKeywords: { code: 'sk', prefixes: textPrefixes },
  }),
  ...rowsOf('boolean', {
    published: { code: 'pu', isAlwaysPresent },
    hasStagedChanges: { code: 'hs', isAlwaysPresent },
    'variants.availability.isOnStock': { code: 'as', isReferenced },
  }),
  ...rowsOf('dateTime', {
    createdAt: { code: 'dc', column: 'created', isAlwaysPresent },
    lastModifiedAt: { code: 'dm', column: 'modified', isAlwaysPresent },
    'variants.prices.validFrom': { code: 'pf', isReferenced },
    'variants.prices.validUntil': { code: 'pl', isReferenced },
  }),
  ...rowsOf('long', {
    version: { code: 've', column: 'version', isAlwaysPresent },
    'variants.id': { code: 'vi', isAlwaysPresent },
    'variants.prices.centAmount': { code: 'pa', isReferenced },
    'variants.prices.currentCentAmount': { code: 'pd', isReferenced },
    'variants.availability.availableQuantity': { code: 'aq', isReferenced },
    'reviewRatingStatistics.count': { code: 'rc' },
  }),
  ...rowsOf('number', {
    'reviewRatingStatistics.averageRating': { code: 'ra' },
    'reviewRatingStatistics.highestRating': { code: 'rh' },
    'reviewRatingStatistics.lowestRating': { code: 'rl' },
  }),
];

export const productLists = [
  'categories',
  'categoriesSubTree',
  'searchKeywords',
  'variants',
  'variants.prices',
  'variants.availability.isOnStockInChannels',
];
