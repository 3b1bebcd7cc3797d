/** Finds the changes that the lines of a file make to the cells of a product. */
import type { TFunction } from 'i18next';
import { cellId, cellParts } from '../grid/cellId';
import { cellIn, definitionOf, isStock, newRowPrefix, pricePrefix, type ProductState } from './cells';
import { cellOfColumn, type CsvSetup, productColumns } from './csvColumns';
import { type Variant, variantsOf } from './Product';
import { parseAmount, parseValue, TextError } from './texts';

/** A line of a file: the texts by their columns, without the empty ones. */
export type CsvLine = Readonly<Record<string, string>>;

export interface CsvChange {
  /** The number of the line, from 2, below the names of the columns. */
  readonly line: number;
  readonly column: string;
  readonly before: string;
  readonly after: string;
  readonly error?: string;
}

export type Lines = readonly { readonly line: number; readonly texts: CsvLine }[];

const parsed = (state: ProductState, column: string, text: string, t: TFunction): unknown => {
  if (isStock(column)) return Number(text);
  if (column.startsWith(pricePrefix))
    return parseAmount(text, column.slice(pricePrefix.length, pricePrefix.length + 3), t);
  const definition = definitionOf(state, column, 'Variant') ?? definitionOf(state, column, 'Product');
  return definition === undefined ? text : parseValue(text, definition.type, t);
};

/** Tells whether texts are equal values: `19.9` and `19.90`, or the key and the label of an enum. */
const isSame = (state: ProductState, column: string, one: string, other: string, t: TFunction): boolean => {
  if (one === other || one === '' || other === '') return one === other;
  // The texts of a line are trimmed.
  if (one.trim() === other.trim()) return true;
  try {
    return JSON.stringify(parsed(state, column, one, t)) === JSON.stringify(parsed(state, column, other, t));
  } catch (error) {
    if (error instanceof TextError) return false;
    throw error;
  }
};

interface Typed {
  readonly texts: Map<string, string>;
  readonly newRows: string[];
  /** Changes by cell. */
  readonly changes: Map<string, CsvChange>;
}

/** Returns the variant of a line by its SKU, else its key; undefined for a new one, null if the line is ambiguous. */
const variantOfLine = (variants: readonly Variant[], { sku, variantKey }: CsvLine): Variant | null | undefined => {
  if (sku !== undefined) return variants.find(each => each.sku?.trim() === sku.trim());
  if (variantKey !== undefined) return variants.find(({ key }) => key === variantKey);
  const [unnamed, ...others] = variants.filter(each => each.sku === undefined && each.key === undefined);
  return others.length === 0 ? unnamed : null;
};

const isProductColumn = (column: string): boolean => productColumns.some(each => each === column);

/** Returns the cells that the lines of a product change. An empty text changes nothing. */
export const typedOf = (
  state: ProductState,
  lines: Lines,
  { setup, t }: { readonly setup: CsvSetup; readonly t: TFunction },
): Typed => {
  const typed: Typed = { texts: new Map(), newRows: [], changes: new Map() };
  const { version, masterData } = state.product;
  const variants = version === 0 ? [] : variantsOf(masterData.staged);
  for (const { line, texts } of lines) {
    const cells = Object.entries(texts).filter(([column]) => !isProductColumn(column));
    const newRow = `${newRowPrefix}${line}`;
    const isOfVariant = cells.some(([column]) => cellParts(cellOfColumn(state, newRow, column))[0] === newRow);
    const variant = variantOfLine(variants, texts);
    if (isOfVariant && variant === null) {
      const change = { line, column: 'sku', before: '', after: '', error: t('productImport.noSku') };
      typed.changes.set(cellId(newRow, 'sku'), change);
      continue;
    }
    const row = String(variant?.id ?? newRow);
    if (row === newRow && isOfVariant) typed.newRows.push(row);
    for (const [column, after] of cells) {
      const cell = cellOfColumn(state, row, column);
      const before = cellIn(state, setup, ...cellParts(cell), t).text;
      if (isSame(state, column, before, after, t)) continue;
      typed.texts.set(cell, after);
      typed.changes.set(cell, { line, column, before, after });
    }
  }
  return typed;
};
