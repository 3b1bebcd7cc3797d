/** Returns the id of a cell from its row and its column. The ids of rows contain no `|`. */
export const cellId = (row: string, column: string): string => `${row}|${column}`;

export const cellParts = (cell: string): readonly [row: string, column: string] => {
  const at = cell.indexOf('|');
  return [cell.slice(0, at), cell.slice(at + 1)];
};
