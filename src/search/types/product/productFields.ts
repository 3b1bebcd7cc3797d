import type { AttributeType, ProductType } from '../../../commerce/resources/productType/members.js';
import type { Fields, SearchDocumentContext } from '../../document/contentOf.js';
import { setPrefix, type TypedDefinition, typedFields, typedValuesOf } from '../typedFields.js';
import {
  type OpenFields,
  openValueName,
  longPrefixes,
  type NamedRow,
  rowsOf,
  shortPrefixes,
  textPrefixes,
} from '../../fields/FieldTable.js';
import type { SearchFieldType } from '../../fields/SearchField.js';

export const variantAttributes = typedFields('variants.attributes.', 'va', 'attribute');
export const productAttributes = typedFields('attributes.', 'pat', 'attribute');

/** The types of attributes whose values are texts, also in sets. */
const textTypes: ReadonlySet<string> = new Set(
  ['text', 'ltext', 'lenum'].flatMap(name => [name, `${setPrefix}${name}`]),
);
/** An enum has a text in its label. */
const labelEnd = '.label';
const labelledTypes: ReadonlySet<string> = new Set(['enum', `${setPrefix}enum`]);

/** Tells whether an attribute is searched by words where a search names no field. */
export const isTextAttribute = (openType: string, openName: string): boolean =>
  textTypes.has(openType) || (labelledTypes.has(openType) && openName.endsWith(labelEnd));

interface Attribute {
  readonly name: string;
  readonly value: unknown;
}

const definitionOf = ({ name, elementType }: AttributeType): TypedDefinition => ({
  kind: elementType?.name ?? name,
  isSet: name === 'set',
});

/** Returns the values of attributes that their product type makes searchable; undefined where there are none. */
export const attributeValuesOf = (
  attributes: readonly Attribute[],
  definitions: ReadonlyMap<string, ProductType['attributes'][number]>,
  context: SearchDocumentContext,
): Fields | undefined =>
  typedValuesOf(
    attributes.flatMap(({ name, value }) => {
      const definition = definitions.get(name);
      return definition?.isSearchable === true ? [{ name, value, definition: definitionOf(definition.type) }] : [];
    }),
    context,
  );

// Order hints sort products within a category: each category has its own field.

const orderHintType = 'number';

export const categoryOrderHints: OpenFields = {
  prefix: 'categoryOrderHints.',
  placeholder: 'categoryOrderHints.<id>',
  noun: 'order hint of the category',
  holder: ['categoryOrderHints'],
  typeOption: 'fieldType',
  types: [orderHintType],
  exampleType: orderHintType,
  code: 'oh',
  isUnindexed: true,
  describeWrongName: name =>
    /^[\w-]{1,256}$/.test(name) ? undefined : 'expected categoryOrderHints.<id>, the id of a category',
  shapeOf: openType => (openType === orderHintType ? { type: 'number' } : undefined),
};

/** Returns the hints of a product by the names of their values in a content. */
export const orderHintsOf = (hints: Readonly<Record<string, string>> | undefined): Fields | undefined =>
  hints &&
  Object.fromEntries(Object.entries(hints).map(([id, hint]) => [openValueName(id, orderHintType), Number(hint)]));

const isReferenced = true;
const isAlwaysPresent = true;
const isDistinct = true;
const isHidden = true;
/** A computed field has no term in the index. */
const computed = { code: '', isHidden, isReferenced };
/** Products are found by the channel that a search names. */
const stockInChannels = { ...computed, isUnindexed: true };

const scopedMembers: Readonly<Record<string, SearchFieldType>> = {
  currencyCode: 'keyword',
  centAmount: 'long',
  currentCentAmount: 'long',
  discountedCentAmount: 'long',
  discount: 'keyword',
  country: 'keyword',
  customerGroup: 'keyword',
  channel: 'keyword',
};

/** The members of a buyer's price that a search can name (scopedPrices.ts); all prices have terms for them. */
export const scopedPriceMembers: readonly string[] = Object.keys(scopedMembers);

const scopedPriceRows = Object.entries(scopedMembers).flatMap(([name, type]) =>
  rowsOf(type, { [`variants.scopedPrice.${name}`]: { ...computed, computedFrom: `variants.prices.${name}` } }),
);

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
    'variants.prices.recurrencePolicy': { code: 'pp', isReferenced },
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
    'suggestions.inputs': { code: 'si', prefixes: [1, 2, 4, 8], foldsAccents: true, isHidden },
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
  ...rowsOf('long', {
    'variants.availability.restockableInDays': { code: 'ar', isReferenced },
    'variants.availability.channels.availableQuantity': stockInChannels,
    'variants.availability.channels.restockableInDays': stockInChannels,
    'variants.prices.discountedCentAmount': { ...computed, computedFrom: 'variants.prices.currentCentAmount' },
  }),
  ...rowsOf('boolean', { 'variants.availability.channels.isOnStock': stockInChannels }),
  ...rowsOf('keyword', {
    'variants.availability.hasInventoryEntryForChannel': {
      code: 'ae',
      isReferenced,
      path: 'variants.availability.channels.id',
    },
    'variants.prices.discount': { code: 'px', isReferenced, isHidden },
  }),
  ...scopedPriceRows,
  ...rowsOf('keyword', {
    'variants.scopedPrice.discountedCurrencyCode': { ...computed, computedFrom: 'variants.prices.currencyCode' },
  }),
  ...rowsOf('boolean', { 'variants.scopedPrice.isDiscounted': { ...computed, isUnindexed: true } }),
  ...rowsOf('keyword', {
    'variants.availability.isOnStockForChannel': { code: '', sameAs: 'variants.availability.isOnStockInChannels' },
    productSelections: { code: 'sn', isReferenced },
    'variants.productSelections': { code: 'vn', isReferenced },
    // The index has the product selections instead of the stores (storeFields.ts).
    stores: { code: '', isReferenced, isUnindexed: true },
    'variants.stores': { code: '', isReferenced, isUnindexed: true },
  }),
];

export const productLists = [
  'categories',
  'categoriesSubTree',
  'searchKeywords',
  'suggestions',
  'suggestions.inputs',
  'variants',
  'variants.prices',
  'variants.availability.isOnStockInChannels',
  'variants.availability.channels',
  'productSelections',
  'variants.productSelections',
  'stores',
  'variants.stores',
];
