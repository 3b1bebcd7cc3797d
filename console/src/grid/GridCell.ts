import type { EditHistory } from './useEdits';

export interface GridCell {
  readonly text: string;
  /** The texts that the cell takes; absent where it takes any. */
  readonly choices?: readonly string[];
  /** Whether the text may have lines. */
  readonly isLong?: boolean;
  readonly isReadOnly?: boolean;
  readonly isNumber?: boolean;
}

export interface GridOptions {
  readonly rowIds: readonly string[];
  readonly columnIds: readonly string[];
  readonly cellOf: (row: string, column: string) => GridCell;
  /** Absent where the grid is only read. */
  readonly edits: EditHistory | undefined;
  /** Opens what a cell without a text has. */
  readonly onOpen?: ((row: string, column: string) => void) | undefined;
  /** The id of another row; absent where rows cannot be added. */
  readonly newRow?: (() => string) | undefined;
}
