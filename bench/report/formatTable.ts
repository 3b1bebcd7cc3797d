/** Aligns cells in columns: the first and the last to the left, numbers to the right. */
export const formatTable = (columns: readonly string[], rows: readonly (readonly string[])[]): string => {
  const widths = columns.map((title, column) => Math.max(title.length, ...rows.map(row => row[column]?.length ?? 0)));
  const lineOf = (cells: readonly string[]): string =>
    cells
      .map((cell, column) =>
        column === 0 || column === cells.length - 1
          ? cell.padEnd(widths[column] ?? 0)
          : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [columns, ...rows].map(lineOf).join('\n');
};
