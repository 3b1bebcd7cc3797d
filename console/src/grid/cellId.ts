/** A cell is known by its row and its column. Rows have no `|` in their ids. */
export const cellId = (row: string, column: string): string => `${row}|${column}`;

export const cellParts = (cell: string): readonly [row: string, column: string] => {
  const at = cell.indexOf('|');
  return [cell.slice(0, at), cell.slice(at + 1)];
};
