/**
 * The cells in which a product is edited. The cell of a variant is `2|prices.EUR`: the id of the variant, or of an
 * unsaved row, and a column; that of a text is `name|de`, or `2 attributes.care|de` for a variant; that of an attribute
 * of the whole product is `product|attributes.origin`. Files of comma-separated values use the same names of columns.
 */
import type { TFunction } from 'i18next';
import { textOf } from '../api/Resource';
import type { AttributeDefinition } from '../forms/definitions';
import type { GridCell } from '../grid/GridCell';
import { marketId, marketOf, type Named } from './markets';
import {
  attributeOf,
  type InventoryEntry,
  type Price,
  type Product,
  type StandalonePrice,
  type Variant,
  variantsOf,
} from './Product';
import { referenced, referenceText } from './references';
import { amountText, choicesOf, isTextType, valueText } from './texts';

/** The settings of a project for products. */
export interface Setup extends Named {
  readonly languages: readonly string[];
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
  /** The product discounts whose prices are set by hand; the server computes the prices of all others. */
  readonly externalDiscounts: readonly string[];
}

/** A product with the prices and the stock of its SKUs. */
export interface ProductState {
  readonly product: Product;
  readonly definitions: readonly AttributeDefinition[];
  readonly entries: readonly InventoryEntry[];
  readonly standalonePrices: readonly StandalonePrice[];
}

export const newRowPrefix = 'new-';
export const productRow = 'product';
export const attributePrefix = 'attributes.';
export const pricePrefix = 'prices.';
const stockColumn = 'stock';
const stockPrefix = `${stockColumn}.`;

/** The members with localized texts. */
export const textMembers = ['name', 'slug', 'description', 'metaTitle', 'metaDescription', 'metaKeywords'] as const;

export const variantOf = ({ product }: ProductState, row: string): Variant | undefined =>
  variantsOf(product.masterData.staged).find(({ id }) => String(id) === row);

export const isStandalone = ({ product }: ProductState): boolean => product.priceMode === 'Standalone';

export const pricesOf = (state: ProductState, variant: Variant): readonly Price[] =>
  isStandalone(state) ? state.standalonePrices.filter(({ sku }) => sku === variant.sku) : (variant.prices ?? []);

export const priceIn = (state: ProductState, variant: Variant, market: string, setup: Named): Price | undefined =>
  pricesOf(state, variant).find(price => marketId(marketOf(price), setup) === market);

export const stockColumnOf = (channel: string | undefined, { channels }: Named): string =>
  channel === undefined ? stockColumn : `${stockPrefix}${referenceText(channels, channel)}`;

/** Returns the id of the channel of a column of stock; undefined for stock without a channel. */
export const stockChannel = (column: string, { channels }: Named, t: TFunction): string | undefined =>
  column === stockColumn ? undefined : referenced('channel', channels, column.slice(stockPrefix.length), t).id;

export const isStock = (column: string): boolean => column === stockColumn || column.startsWith(stockPrefix);

export const entryIn = (
  { entries }: ProductState,
  sku: string | undefined,
  column: string,
  setup: Named,
): InventoryEntry | undefined =>
  sku === undefined
    ? undefined
    : entries.find(each => each.sku === sku && stockColumnOf(each.supplyChannel?.id, setup) === column);

/** Returns the attribute of a row of texts: `attributes.care` of the product, `2 attributes.care` of a variant. */
export const textAttribute = (row: string): { readonly name: string; readonly variantId?: number } | undefined => {
  const [, id, name] = /^(?:(\d+) )?attributes\.(.+)$/.exec(row) ?? [];
  return name === undefined ? undefined : { name, ...(id !== undefined && { variantId: Number(id) }) };
};

export const textsOf = (state: ProductState, row: string): Readonly<Record<string, string>> => {
  const { staged } = state.product.masterData;
  const attribute = textAttribute(row);
  if (attribute === undefined) return (staged[row] ?? {}) as Readonly<Record<string, string>>;
  const { name, variantId } = attribute;
  const owner = variantId === undefined ? staged : variantOf(state, String(variantId));
  return (attributeOf(owner?.attributes, name) ?? {}) as Readonly<Record<string, string>>;
};

/** Returns the definition of the attribute in a column, at the level of the product or of its variants. */
export const definitionOf = (
  { definitions }: Pick<ProductState, 'definitions'>,
  column: string,
  level: 'Product' | 'Variant',
): AttributeDefinition | undefined =>
  definitions.find(
    each => `${attributePrefix}${each.name}` === column && (each.level === 'Product') === (level === 'Product'),
  );

/** Returns `[name, de]` for the column of a text in a language; undefined for all others. */
export const textColumn = (column: string, { definitions }: Pick<ProductState, 'definitions'>) => {
  const at = column.lastIndexOf('.');
  const [member, language] = [column.slice(0, at), column.slice(at + 1)];
  const isText =
    textMembers.some(name => name === member) ||
    definitions.some(({ name, type }) => type.name === 'ltext' && `${attributePrefix}${name}` === member);
  return isText ? ([member, language] as const) : undefined;
};

const attributeCell = (
  definition: AttributeDefinition | undefined,
  owner: Pick<Variant, 'attributes'> | undefined,
  language: string | undefined,
  t: TFunction,
): GridCell => {
  if (definition === undefined) return { text: '', isReadOnly: true };
  const { name, type } = definition;
  const value = attributeOf(owner?.attributes, name);
  if (!isTextType(type)) {
    const isFilled = value !== undefined && !(Array.isArray(value) && value.length === 0);
    const text = type.name === 'ltext' ? (textOf(value, language ?? 'en') ?? '') : isFilled ? t('grid.filled') : '';
    return { text, isReadOnly: true };
  }
  const choices = language === undefined ? undefined : choicesOf(type, language, t);
  return {
    text: valueText(value, type, language, t),
    isNumber: type.name === 'number' || type.name === 'money',
    ...(choices !== undefined && { choices }),
  };
};

const variantCell = (
  state: ProductState,
  setup: Setup,
  row: string,
  column: string,
  t: TFunction,
  language?: string,
): GridCell => {
  const variant = variantOf(state, row);
  if (column === 'sku') return { text: variant?.sku ?? '' };
  if (column === 'variantKey') return { text: variant?.key ?? '' };
  if (column.startsWith(attributePrefix)) {
    return attributeCell(definitionOf(state, column, 'Variant'), variant, language, t);
  }
  if (isStock(column)) {
    const entry = entryIn(state, variant?.sku, column, setup);
    return { text: entry === undefined ? '' : String(entry.quantityOnStock), isNumber: true };
  }
  const price = variant && priceIn(state, variant, column.slice(pricePrefix.length), setup);
  return {
    text: price === undefined ? '' : amountText(price.value, language),
    isNumber: true,
    // An amount with a higher precision than its currency cannot be written as one text.
    isReadOnly: price?.value.type === 'highPrecision',
  };
};

export const isVariantRow = (row: string): boolean => /^\d+$/.test(row) || row.startsWith(newRowPrefix);

/** Returns a cell with the value of the product. Without a language its text has the format of files. */
export const cellIn = (
  state: ProductState,
  setup: Setup,
  row: string,
  column: string,
  t: TFunction,
  language?: string,
): GridCell =>
  isVariantRow(row)
    ? variantCell(state, setup, row, column, t, language)
    : row === productRow
      ? attributeCell(definitionOf(state, column, 'Product'), state.product.masterData.staged, language, t)
      : { text: textsOf(state, row)[column] ?? '', isLong: row === 'description' };
