/**
 * Columns of files with products, a line for each variant. Those of variants and texts have the names of cells in the
 * grids: `sku`, `attributes.colour`, `prices.EUR AT group=trade`, `stock.berlin`, `name.de`.
 */
import type { TFunction } from 'i18next';
import type { Reference, Resource } from '../api/Resource';
import { cellId } from '../grid/cellId';
import {
  attributePrefix,
  cellIn,
  definitionOf,
  isStock,
  newRowPrefix,
  pricePrefix,
  pricesOf,
  productRow,
  type ProductState,
  type Setup,
  stockChannel,
  stockColumnOf,
  textColumn,
  textMembers,
  textsOf,
} from './cells';
import { marketId, marketsOf, parseMarket } from './markets';
import { type Product, variantsOf } from './Product';
import { referenceText } from './references';
import { isTextType, TextError } from './texts';

/** Further resources that products in a file refer to. */
export interface CsvSetup extends Setup {
  readonly productTypes: readonly Resource[];
  readonly categories: readonly Resource[];
  readonly taxCategories: readonly Resource[];
  readonly states: readonly Resource[];
}

/** Columns of the product itself, whose values are in its first line. */
export const productColumns = ['productKey', 'productType', 'categories', 'taxCategory', 'state', 'published'] as const;
const variantColumns = ['sku', 'variantKey'] as const;

const categoriesText = (references: readonly Reference[], { categories }: CsvSetup): string =>
  references
    .map(({ id }) => referenceText(categories, id))
    .sort()
    .join('; ');

/** Returns the cell of a column in the line of a variant. */
export const cellOfColumn = (state: ProductState, row: string, column: string): string => {
  const text = textColumn(column, state);
  if (text === undefined) return cellId(definitionOf(state, column, 'Product') ? productRow : row, column);
  const [member, language] = text;
  if (definitionOf(state, member, 'Variant') === undefined) return cellId(member, language);
  // An unsaved variant has no row for each of its texts.
  return row.startsWith(newRowPrefix) ? cellId(row, column) : cellId(`${row} ${member}`, language);
};

/**
 * Returns the standard name of a column, since groups and channels may be written in several ways. An error names the
 * unknown part. Attributes are only checked later, with the product type of a line.
 */
export const columnNamed = (column: string, setup: Setup, t: TFunction): string => {
  if ([...productColumns, ...variantColumns].some(name => name === column) || column.startsWith(attributePrefix))
    return column;
  if (isStock(column)) return stockColumnOf(stockChannel(column, setup, t), setup);
  if (column.startsWith(pricePrefix))
    return `${pricePrefix}${marketId(parseMarket(column.slice(pricePrefix.length), setup, t), setup)}`;
  if (textMembers.some(name => setup.languages.some(language => column === `${name}.${language}`))) return column;
  throw new TextError(t('productImport.unknownColumn', { column }));
};

const textColumnsOf = (state: ProductState): readonly string[] => {
  const rows = state.definitions
    .filter(({ type }) => type.name === 'ltext')
    .flatMap(({ name, level }) =>
      level === 'Product'
        ? [{ row: `${attributePrefix}${name}`, member: `${attributePrefix}${name}` }]
        : variantsOf(state.product.masterData.staged).map(({ id }) => ({
            row: `${id} ${attributePrefix}${name}`,
            member: `${attributePrefix}${name}`,
          })),
    );
  return [...textMembers.map(member => ({ row: member, member })), ...rows].flatMap(({ row, member }) =>
    Object.keys(textsOf(state, row)).map(language => `${member}.${language}`),
  );
};

/** Returns the columns that some products need. */
export const columnsOfProducts = (states: readonly ProductState[], setup: Setup): readonly string[] => {
  const texts = new Set(states.flatMap(textColumnsOf));
  const attributesOf = (isOfProduct: boolean): readonly string[] => {
    const found = states
      .flatMap(({ definitions }) => definitions)
      .filter(({ level, type }) => (level === 'Product') === isOfProduct && isTextType(type));
    return [...new Set(found.map(({ name }) => `${attributePrefix}${name}`))];
  };
  const prices = states.flatMap(state =>
    variantsOf(state.product.masterData.staged).flatMap(variant => pricesOf(state, variant)),
  );
  const stock = states.flatMap(({ entries }) =>
    entries.map(({ supplyChannel }) => stockColumnOf(supplyChannel?.id, setup)),
  );
  const others = [
    ...attributesOf(false),
    ...[...marketsOf(prices, setup).keys()].map(id => `${pricePrefix}${id}`),
    ...new Set(stock),
  ];
  const ofProduct = productColumns.filter(
    name => (name !== 'taxCategory' && name !== 'state') || states.some(({ product }) => product[name] !== undefined),
  );
  // An attribute may belong to products of one type and to variants of another type.
  return [...new Set([...ofProduct, ...attributesOf(true), ...texts, ...variantColumns, ...others])];
};

export const productName = ({ key, id }: Product): string => (typeof key === 'string' ? key : id);

/** Returns the texts of the columns of the product itself. */
export const productTexts = (product: Product, setup: CsvSetup): Readonly<Record<string, string>> => ({
  productKey: productName(product),
  productType: referenceText(setup.productTypes, product.productType.id),
  categories: categoriesText(product.masterData.staged.categories ?? [], setup),
  taxCategory: product.taxCategory === undefined ? '' : referenceText(setup.taxCategories, product.taxCategory.id),
  state: product.state === undefined ? '' : referenceText(setup.states, product.state.id),
  published: String(product.masterData.published),
});

/** Returns the lines of a product. The first line contains the values of the product itself. */
export const linesOf = (
  state: ProductState,
  columns: readonly string[],
  setup: CsvSetup,
  t: TFunction,
): readonly (readonly string[])[] => {
  const ofProduct = productTexts(state.product, setup);
  return variantsOf(state.product.masterData.staged).map(({ id }, line) =>
    columns.map(column => {
      if (column === 'productKey') return ofProduct[column] ?? '';
      if (Object.hasOwn(ofProduct, column)) return line === 0 ? (ofProduct[column] ?? '') : '';
      const cell = cellOfColumn(state, String(id), column);
      const at = cell.indexOf('|');
      const row = cell.slice(0, at);
      const isOfProduct = row === productRow || (textColumn(column, state) !== undefined && !row.includes(' '));
      return isOfProduct && line > 0 ? '' : cellIn(state, setup, row, cell.slice(at + 1), t).text;
    }),
  );
};
