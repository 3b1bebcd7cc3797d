/** The fields that a path of the older product search stands for. It does not name the type of an attribute. */
import { canonicalLanguageTag, isLanguageTag } from '../../../engine/schema/languageTags.js';
import type { FieldTable, OpenFields } from '../../fields/FieldTable.js';
import type { SearchField } from '../../fields/SearchField.js';

/** A field, in a language where it is localized. */
export interface PathField {
  readonly field: SearchField;
  readonly language?: string;
}

const pricePaths: Readonly<Record<string, string>> = {
  '': 'currencyCode',
  id: 'id',
  key: 'key',
  centAmount: 'centAmount',
  currencyCode: 'currencyCode',
  'value.centAmount': 'centAmount',
  'value.currencyCode': 'currencyCode',
  country: 'country',
  'customerGroup.id': 'customerGroup',
  'channel.id': 'channel',
  validFrom: 'validFrom',
  validUntil: 'validUntil',
};

const scopedPricePaths: Readonly<Record<string, string>> = {
  '': 'currencyCode',
  'value.centAmount': 'centAmount',
  'value.currencyCode': 'currencyCode',
  'currentValue.centAmount': 'currentCentAmount',
  'currentValue.currencyCode': 'currencyCode',
  country: 'country',
  'customerGroup.id': 'customerGroup',
  'channel.id': 'channel',
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
  'variants.availability.isOnStockInChannels',
  'reviewRatingStatistics.averageRating',
  'reviewRatingStatistics.highestRating',
  'reviewRatingStatistics.lowestRating',
  'reviewRatingStatistics.count',
];

/** Names of fields by path. */
const fixedPaths: ReadonlyMap<string, string> = new Map([
  ...sameNames.map(name => [name, name] as const),
  ...['productType', 'taxCategory', 'state', 'categories'].flatMap(name => [
    [name, name] as const,
    [`${name}.id`, name] as const,
  ]),
  // A price, whichever of its list.
  ...below('variants.price', pricePaths, 'variants.prices'),
  ...below('variants.prices', pricePaths, 'variants.prices'),
  ...below('variants.scopedPrice', scopedPricePaths, 'variants.scopedPrice'),
  ['variants.scopedPriceDiscounted', 'variants.scopedPrice.isDiscounted'],
]);

const localizedNames = ['name', 'description', 'slug', 'metaTitle', 'metaDescription', 'metaKeywords'];

const splitLast = (path: string): readonly [start: string, last: string] => {
  const at = path.lastIndexOf('.');
  return at < 0 ? ['', path] : [path.slice(0, at), path.slice(at + 1)];
};

/** Fields of all types that have a field of this name, with a language where they need or may have one. */
const openFieldsNamed = (
  { openField }: FieldTable,
  family: OpenFields,
  name: string,
  language: string | undefined,
): PathField[] =>
  family.describeWrongName(name) !== undefined
    ? []
    : family.types.flatMap(type => {
        const field = openField(family, name, type);
        if (field === undefined) return [];
        if (language !== undefined) return field.type === 'localizedText' ? [{ field, language }] : [];
        return field.type === 'localizedText' && field.hasKey !== true ? [] : [{ field }];
      });

/** An attribute has no name with a dot, so that what follows is a member of its value, or a language. */
const attributeFields = (table: FieldTable, family: OpenFields, rest: string): PathField[] => {
  const [start, last] = splitLast(rest);
  return [
    ...openFieldsNamed(table, family, rest, undefined),
    ...(start !== '' && isLanguageTag(last) ? openFieldsNamed(table, family, start, canonicalLanguageTag(last)) : []),
  ];
};

/** The fields at a path; none where there are none. */
export const fieldsAtPath = (table: FieldTable, path: string): PathField[] => {
  const fixed = fixedPaths.get(path);
  if (fixed !== undefined) return [{ field: table.named(fixed) }];
  const family = table.openFields.find(({ prefix }) => path.startsWith(prefix));
  if (family !== undefined) return attributeFields(table, family, path.slice(family.prefix.length));
  const localized =
    path.startsWith('searchKeywords.') && path.endsWith('.text') ? path.slice(0, -'.text'.length) : path;
  const [name, language] = splitLast(localized);
  const isLocalized = localizedNames.includes(name) || (localized !== path && name === 'searchKeywords');
  return isLocalized && isLanguageTag(language)
    ? [{ field: table.named(name), language: canonicalLanguageTag(language) }]
    : [];
};

/** The channel whose stock a path stands for; undefined for any other path. */
export const channelOfStock = (path: string): string | undefined =>
  /^variants\.availability\.channels\.([^.]+)\.isOnStock$/.exec(path)?.[1];
