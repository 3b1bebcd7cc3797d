import type { EditHistory } from './useEdits';

export interface GridCell {
  readonly text: string;
  /** The texts that the cell accepts; absent if it accepts any. */
  readonly choices?: readonly string[];
  /** True if the text may have several lines. */
  readonly isLong?: boolean;
  readonly isReadOnly?: boolean;
  readonly isNumber?: boolean;
}

export interface GridOptions {
  readonly rowIds: readonly string[];
  readonly columnIds: readonly string[];
  readonly cellOf: (row: string, column: string) => GridCell;
  /** Absent if the grid is read-only. */
  readonly edits: EditHistory | undefined;
  /** Opens the value of a cell without a text. */
  readonly onOpen?: ((row: string, column: string) => void) | undefined;
  /** Returns the id of another row; absent if rows cannot be added. */
  readonly newRow?: (() => string) | undefined;
}
