/**
 * A table that is edited like a spreadsheet. Arrows move, Shift selects, Enter and typing edit, Escape cancels; Tab
 * moves to the next cell during an edit, and otherwise leaves the grid.
 */
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CellEditor } from './CellEditor';
import { cellId } from './cellId';
import './grid.css';
import { isWithin, type Place } from './places';
import type { GridCell, GridOptions } from './GridCell';
import { useGrid } from './useGrid';

interface GridProps extends Omit<GridOptions, 'rowIds' | 'columnIds'> {
  readonly label: string;
  /** The text above the names of the rows. */
  readonly corner: string;
  readonly columns: readonly {
    readonly id: string;
    readonly label: string;
    readonly head?: ReactNode;
    readonly isChanged?: boolean;
  }[];
  /** True if the cells contain sentences. */
  readonly isWide?: boolean;
  readonly rows: readonly {
    readonly id: string;
    readonly label: string;
    readonly head?: ReactNode;
    /** True if saving removes the row. */
    readonly isRemoved?: boolean;
  }[];
  /** True if the first cell gets the focus when the grid appears. */
  readonly takesFocus?: boolean;
  /** The error of a cell, by its id. */
  readonly errors: ReadonlyMap<string, string>;
}

interface CellProps {
  readonly place: Place;
  readonly cell: GridCell;
  /** The text that was typed into the cell. */
  readonly text: string | undefined;
  readonly error: string | undefined;
  readonly label: string;
  readonly grid: ReturnType<typeof useGrid>;
}

const Cell = ({ place, cell, text, error, label, grid }: CellProps) => {
  const { t } = useTranslation();
  const { focus, area, draft } = grid;
  const isFocused = focus.row === place.row && focus.column === place.column;
  return (
    <td
      data-place={`${place.row},${place.column}`}
      data-align={cell.isNumber === true ? 'right' : undefined}
      data-changed={text === undefined ? undefined : ''}
      title={text === undefined ? undefined : t('grid.before', { text: cell.text })}
      tabIndex={isFocused ? 0 : -1}
      aria-selected={isWithin(area, place)}
      aria-readonly={cell.isReadOnly === true}
      aria-invalid={error !== undefined}
      onPointerDown={event => grid.onPointerDown(place, event)}
      onPointerEnter={event => grid.onPointerEnter(place, event)}
    >
      {isFocused && draft !== undefined ? (
        <CellEditor
          label={label}
          draft={draft}
          choices={cell.choices}
          isLong={cell.isLong === true}
          onChange={grid.setDraft}
          onLeave={grid.finish}
        />
      ) : (
        (text ?? cell.text)
      )}
      {error !== undefined && <span className="grid-error">{error}</span>}
    </td>
  );
};

export const Grid = ({
  label,
  corner,
  columns,
  rows,
  errors,
  takesFocus = false,
  isWide = false,
  ...options
}: GridProps) => {
  const { edits, cellOf } = options;
  const grid = useGrid({ ...options, rowIds: rows.map(({ id }) => id), columnIds: columns.map(({ id }) => id) });
  const { table, onKeyDown, onCopy, onPaste } = grid;
  useEffect(() => {
    if (takesFocus) table.current?.querySelector<HTMLElement>('td')?.focus();
  }, [takesFocus, table]);
  return (
    <div style={{ overflowX: 'auto', maxWidth: '100%' }}>
      <table
        role="grid"
        className="grid"
        data-wide={isWide ? '' : undefined}
        ref={table}
        aria-label={label}
        aria-multiselectable
        aria-readonly={edits === undefined}
        onKeyDown={onKeyDown}
        onCopy={onCopy}
        onPaste={onPaste}
      >
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map(column => (
              <th key={column.id} scope="col" data-changed={column.isChanged === true ? '' : undefined}>
                {column.head ?? column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, rowIndex) => (
            <tr key={row.id} data-removed={row.isRemoved === true ? '' : undefined}>
              <th scope="row">{row.head || row.label}</th>
              {columns.map((column, columnIndex) => {
                const id = cellId(row.id, column.id);
                return (
                  <Cell
                    key={column.id}
                    place={{ row: rowIndex, column: columnIndex }}
                    cell={cellOf(row.id, column.id)}
                    text={edits?.texts.get(id)}
                    error={errors.get(id)}
                    label={`${row.label}, ${column.label}`}
                    grid={grid}
                  />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
