/**
 * Variants that are removed, or become the master variant, when a product is saved. Both are stored as texts like those
 * of cells, so that undoing, counting and saving need no separate code: `2|removed` and `product|master`.
 */
import { cellId, cellParts } from '../grid/cellId';
import type { Edits } from '../grid/useEdits';
import { newRowPrefix, productRow } from './cells';
import type { ProductData } from './Product';

export const removedColumn = 'removed';
export const masterColumn = 'master';
const masterCell = cellId(productRow, masterColumn);

/** Returns the row of the variant that is the master after everything is saved. */
export const masterRow = ({ masterVariant }: ProductData, { texts }: Pick<Edits, 'texts'>): string =>
  texts.get(masterCell) ?? String(masterVariant.id);

export const isRemovedRow = (row: string, { texts }: Pick<Edits, 'texts'>): boolean =>
  texts.has(cellId(row, removedColumn));

type Changes = ReadonlyMap<string, string | undefined>;

export const removal = (row: string, isRemoved: boolean): Changes =>
  new Map([[cellId(row, removedColumn), isRemoved ? 'true' : undefined]]);

export const newMaster = ({ masterVariant }: ProductData, row: string): Changes =>
  new Map([[masterCell, row === String(masterVariant.id) ? undefined : row]]);

/** Returns the changes that discard the texts of an unsaved row. */
export const textsOfRow = (row: string, { texts }: Pick<Edits, 'texts'>): Changes =>
  new Map([...texts.keys()].filter(cell => cellParts(cell)[0] === row).map(cell => [cell, undefined]));

export type RowReason = 'isMaster' | 'isRemoved' | 'isNew';

/** Returns why a variant cannot be removed or become the master; undefined if it can. */
export const rowReasons = (row: string, data: ProductData, edits: Pick<Edits, 'texts'>) => {
  const isMaster = masterRow(data, edits) === row;
  const isNew = row.startsWith(newRowPrefix);
  return {
    remove: isMaster ? ('isMaster' as const) : undefined,
    master: isNew ? ('isNew' as const) : isRemovedRow(row, edits) ? ('isRemoved' as const) : undefined,
  } satisfies Readonly<Record<string, RowReason | undefined>>;
};
