import { cellId } from './cellId';
import { type Area, placesOf } from './places';
import type { GridOptions } from './GridCell';

interface Filled {
  /** Texts by cell; undefined for the text that the cell has without an edit. */
  readonly changes: ReadonlyMap<string, string | undefined>;
  readonly addedRows: readonly string[];
}

/** Fills an area with a block of texts, which is repeated. Rows after the last one are new. */
export const fillTexts = (
  { rowIds, columnIds, cellOf, newRow }: GridOptions,
  block: readonly (readonly string[])[],
  area: Area,
): Filled => {
  const { top, left, height } = area;
  const missing = newRow === undefined ? 0 : Math.max(0, top + height - rowIds.length);
  const addedRows = Array.from({ length: missing }, () => newRow?.() ?? '');
  const rows = [...rowIds, ...addedRows];
  const changes = new Map<string, string | undefined>();
  for (const { row, column } of placesOf(area)) {
    const [rowId, columnId] = [rows[row], columnIds[column]];
    if (rowId === undefined || columnId === undefined) continue;
    const cell = cellOf(rowId, columnId);
    const line = block[(row - top) % block.length] ?? [];
    const text = (line[(column - left) % Math.max(1, line.length)] ?? '').trim();
    if (cell.isReadOnly !== true) changes.set(cellId(rowId, columnId), text === cell.text ? undefined : text);
  }
  return { changes, addedRows };
};
