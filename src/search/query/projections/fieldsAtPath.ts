/** Finds the fields for a path of the older product search. The path does not name the type of an attribute. */
import { canonicalLanguageTag, isLanguageTag } from '../../../engine/schema/languageTags.js';
import type { FieldTable, OpenFields } from '../../fields/FieldTable.js';
import { elementField, type SearchField } from '../../fields/SearchField.js';

/** A field; if it is localized, with a language. */
export interface PathField {
  readonly field: SearchField;
  readonly language?: string;
}

const discountedPaths: Readonly<Record<string, string>> = {
  discounted: 'discount',
  'discounted.value': 'discountedCentAmount',
  'discounted.value.centAmount': 'discountedCentAmount',
  'discounted.discount': 'discount',
  'discounted.discount.id': 'discount',
};

/** The path of an object, such as '', stands for a member that is there whenever the object is. */
const valuePaths: Readonly<Record<string, string>> = {
  '': 'currencyCode',
  centAmount: 'centAmount',
  currencyCode: 'currencyCode',
  value: 'currencyCode',
  'value.centAmount': 'centAmount',
  'value.currencyCode': 'currencyCode',
  country: 'country',
  customerGroup: 'customerGroup',
  'customerGroup.id': 'customerGroup',
  channel: 'channel',
  'channel.id': 'channel',
  ...discountedPaths,
};

const pricePaths: Readonly<Record<string, string>> = {
  ...valuePaths,
  id: 'id',
  key: 'key',
  validFrom: 'validFrom',
  validUntil: 'validUntil',
};

const scopedPricePaths: Readonly<Record<string, string>> = {
  ...valuePaths,
  currentValue: 'currencyCode',
  'currentValue.centAmount': 'currentCentAmount',
  'currentValue.currencyCode': 'currencyCode',
  'discounted.value.currencyCode': 'discountedCurrencyCode',
};

const below = (prefix: string, paths: Readonly<Record<string, string>>, list: string): [string, string][] =>
  Object.entries(paths).map(([path, name]) => [path === '' ? prefix : `${prefix}.${path}`, `${list}.${name}`]);

const sameNames = [
  'id',
  'key',
  'version',
  'createdAt',
  'lastModifiedAt',
  'published',
  'hasStagedChanges',
  'variants.id',
  'variants.sku',
  'variants.key',
  'variants.availability.isOnStock',
  'variants.availability.availableQuantity',
  'variants.availability.restockableInDays',
  'variants.availability.isOnStockInChannels',
  'variants.availability.hasInventoryEntryForChannel',
  'reviewRatingStatistics.averageRating',
  'reviewRatingStatistics.highestRating',
  'reviewRatingStatistics.lowestRating',
  'reviewRatingStatistics.count',
];

const fixedPaths: ReadonlyMap<string, string> = new Map([
  ...sameNames.map(name => [name, name] as const),
  ...['productType', 'taxCategory', 'state', 'categories'].flatMap(name => [
    [name, name] as const,
    [`${name}.id`, name] as const,
  ]),
  // A price path matches any price of the list.
  ...below('variants.price', pricePaths, 'variants.prices'),
  ...below('variants.prices', pricePaths, 'variants.prices'),
  ...below('variants.scopedPrice', scopedPricePaths, 'variants.scopedPrice'),
  ['variants.scopedPriceDiscounted', 'variants.scopedPrice.isDiscounted'],
  // The later search has another name for it.
  ['variants.availability.isOnStockForChannel', 'variants.availability.isOnStockInChannels'],
]);

/** Objects, with fields of which one has a value where the object exists. */
const objectPaths: ReadonlyMap<string, readonly string[]> = new Map([
  ['variants.availability.channels', ['variants.availability.hasInventoryEntryForChannel']],
  ['variants.availability', ['variants.availability.isOnStock', 'variants.availability.hasInventoryEntryForChannel']],
  ['reviewRatingStatistics', ['reviewRatingStatistics.count']],
]);

const localizedNames = ['name', 'description', 'slug', 'metaTitle', 'metaDescription', 'metaKeywords'];

/** Returns the canonical tag of a language; undefined for a text that is no language tag. */
const languageOf = (text: string): string | undefined => (isLanguageTag(text) ? canonicalLanguageTag(text) : undefined);

const splitLast = (path: string): readonly [start: string, last: string] => {
  const at = path.lastIndexOf('.');
  return at < 0 ? ['', path] : [path.slice(0, at), path.slice(at + 1)];
};

/** Returns the open fields of this name, one for each type that allows it. */
const openFieldsNamed = ({ openField }: FieldTable, family: OpenFields, name: string): SearchField[] =>
  family.describeWrongName(name) === undefined ? family.types.flatMap(type => openField(family, name, type) ?? []) : [];

const isLocalized = ({ type }: SearchField): boolean => type === 'localizedText';
const needsLanguage = (field: SearchField): boolean => isLocalized(field) && field.hasKey !== true;

/** The name of an attribute has no dot: a member of its value or a language follows the first dot. */
const attributeFields = (table: FieldTable, family: OpenFields, rest: string): PathField[] => {
  const [start, last] = splitLast(rest);
  const language = start === '' ? undefined : languageOf(last);
  const whole = openFieldsNamed(table, family, rest).filter(field => !needsLanguage(field));
  return [
    ...whole.map(field => ({ field })),
    ...(language === undefined
      ? []
      : openFieldsNamed(table, family, start)
          .filter(isLocalized)
          .map(field => ({ field, language }))),
  ];
};

const stockPattern =
  /^variants\.availability\.channels\.([^.]+)(?:\.(isOnStock|availableQuantity|restockableInDays))?$/;

/** Returns the field for the stock in one channel; without a member, for whether the channel has an entry. */
const stockInChannel = (table: FieldTable, path: string): PathField[] => {
  const [, channel, member] = stockPattern.exec(path) ?? [];
  if (channel === undefined) return [];
  const id = table.named('variants.availability.hasInventoryEntryForChannel');
  const field = member === undefined ? id : table.named(`variants.availability.channels.${member}`);
  return [{ field: elementField(field, id, channel) }];
};

const familyAt = ({ openFields }: FieldTable, path: string): OpenFields | undefined =>
  openFields.find(({ prefix }) => path.startsWith(prefix));

/** Splits a path into the name of a localized field of products and a language. */
const splitLocalized = (path: string): readonly [name: string, language?: string] => {
  const isKeyword = path.startsWith('searchKeywords.') && path.endsWith('.text');
  const [name, last] = splitLast(isKeyword ? path.slice(0, -'.text'.length) : path);
  const isLocalizedName = localizedNames.includes(name) || (isKeyword && name === 'searchKeywords');
  const language = languageOf(last);
  return isLocalizedName && language !== undefined ? [name, language] : [''];
};

export const fieldsAtPath = (table: FieldTable, path: string): PathField[] => {
  const fixed = fixedPaths.get(path);
  if (fixed !== undefined) return [{ field: table.named(fixed) }];
  const family = familyAt(table, path);
  if (family !== undefined) return attributeFields(table, family, path.slice(family.prefix.length));
  const [name, language] = splitLocalized(path);
  return language === undefined ? stockInChannel(table, path) : [{ field: table.named(name), language }];
};

/** Returns fields of which one has a value where a path exists; it may be a text in any language, or an object. */
export const fieldsPresentAt = (table: FieldTable, path: string): PathField[] => {
  const objects = objectPaths.get(path);
  if (objects !== undefined) return objects.map(name => ({ field: table.named(name) }));
  const family = familyAt(table, path);
  if (family !== undefined) {
    const name = path.slice(family.prefix.length);
    const texts = openFieldsNamed(table, family, name).filter(needsLanguage);
    const amounts = openFieldsNamed(table, family, `${name}.centAmount`);
    return [...attributeFields(table, family, name), ...[...texts, ...amounts].map(field => ({ field }))];
  }
  if (path === 'searchKeywords' || localizedNames.includes(path)) return [{ field: table.named(path) }];
  const [name, last] = splitLast(path);
  const language = languageOf(last);
  return name === 'searchKeywords' && language !== undefined
    ? [{ field: table.named(name), language }]
    : fieldsAtPath(table, path);
};

/** Returns the channel of a path to its `isOnStock`; undefined for any other path. */
export const channelOfStock = (path: string): string | undefined => {
  const [, channel, member] = stockPattern.exec(path) ?? [];
  return member === 'isOnStock' ? channel : undefined;
};
