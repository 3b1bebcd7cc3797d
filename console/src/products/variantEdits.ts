/**
 * Variants that are removed, or become the master variant, when a product is saved. Both are kept as texts beside those
 * of the cells, so that undoing, counting and saving need no code for them: `2|removed` and `product|master`.
 */
import { cellId, cellParts } from '../grid/cellId';
import type { Edits } from '../grid/useEdits';
import { newRowPrefix, productRow } from './cells';
import type { ProductData } from './Product';

export const removedColumn = 'removed';
export const masterColumn = 'master';
const masterCell = cellId(productRow, masterColumn);

/** The row of the variant that is the master once everything is saved. */
export const masterRow = ({ masterVariant }: ProductData, { texts }: Pick<Edits, 'texts'>): string =>
  texts.get(masterCell) ?? String(masterVariant.id);

export const isRemovedRow = (row: string, { texts }: Pick<Edits, 'texts'>): boolean =>
  texts.has(cellId(row, removedColumn));

type Changes = ReadonlyMap<string, string | undefined>;

export const removal = (row: string, isRemoved: boolean): Changes =>
  new Map([[cellId(row, removedColumn), isRemoved ? 'true' : undefined]]);

export const newMaster = ({ masterVariant }: ProductData, row: string): Changes =>
  new Map([[masterCell, row === String(masterVariant.id) ? undefined : row]]);

/** The texts of a row that is not saved, which go with it. */
export const textsOfRow = (row: string, { texts }: Pick<Edits, 'texts'>): Changes =>
  new Map([...texts.keys()].filter(cell => cellParts(cell)[0] === row).map(cell => [cell, undefined]));

export type RowReason = 'isMaster' | 'isRemoved' | 'isNew';

/** Why a variant cannot be removed, and why it cannot become the master; undefined where it can. */
export const rowReasons = (row: string, data: ProductData, edits: Pick<Edits, 'texts'>) => {
  const isMaster = masterRow(data, edits) === row;
  const isNew = row.startsWith(newRowPrefix);
  return {
    remove: isMaster ? ('isMaster' as const) : undefined,
    master: isNew ? ('isNew' as const) : isRemovedRow(row, edits) ? ('isRemoved' as const) : undefined,
  } satisfies Readonly<Record<string, RowReason | undefined>>;
};
