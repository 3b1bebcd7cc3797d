/** Handles keys, the mouse and the clipboard in a grid, as in a spreadsheet. */
import { type ClipboardEvent, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { unprotectText } from '../lists/formulas';
import { clipboardText } from '../lists/toCsv';
import { cellId } from './cellId';
import { fillTexts } from './fillTexts';
import { type Area, areaOf, pasteArea, type Place, placeAfter } from './places';
import { useCellDraft } from './useCellDraft';
import type { GridCell, GridOptions } from './GridCell';

const isText = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey;

/** Tells whether an event is in a cell: buttons and menus of a row's head have their own keys. */
const isInCell = ({ target }: { readonly target: EventTarget }): boolean =>
  (target as Element).closest('.grid td') !== null;

/** Spreadsheets copy cells as lines with tabs between them, and quote texts that have either. */
const parseBlock = async (text: string): Promise<readonly (readonly string[])[]> => {
  const { parse } = (await import('papaparse')).default;
  return parse<string[]>(text.replace(/\r?\n$/, ''), { delimiter: '\t' }).data.map(row => row.map(unprotectText));
};

/** Returns the beginning of an edit: typing replaces a text, and selects a choice that begins with the key. */
const beginningOf = (key: string, { text, choices }: GridCell): string =>
  choices === undefined ? key : (choices.find(each => each.toLowerCase().startsWith(key.toLowerCase())) ?? text);

/** Holds the selected cells, and the actions on them. */
const useSelection = (options: GridOptions) => {
  const { rowIds, columnIds, cellOf, edits } = options;
  const table = useRef<HTMLTableElement>(null);
  const [focus, setFocus] = useState<Place>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<Place>(focus);
  const idsAt = ({ row, column }: Place) => [rowIds[row] ?? '', columnIds[column] ?? ''] as const;
  const cellAt = (place: Place): GridCell => cellOf(...idsAt(place));
  const textAt = (place: Place): string => edits?.texts.get(cellId(...idsAt(place))) ?? cellAt(place).text;
  return {
    table,
    focus,
    area: areaOf(anchor, focus),
    size: { rows: rowIds.length, columns: columnIds.length },
    idsAt,
    cellAt,
    textAt,
    moveTo: (place: Place, keepsAnchor = false): void => {
      if (!keepsAnchor) setAnchor(place);
      setFocus(place);
      table.current?.querySelector<HTMLElement>(`[data-place="${place.row},${place.column}"]`)?.focus();
    },
    fill: (block: readonly (readonly string[])[], area: Area): void => {
      if (edits === undefined) return;
      const { changes, addedRows } = fillTexts(options, block, area);
      if (changes.size > 0) edits.set(changes, [...edits.newRows, ...addedRows]);
    },
  };
};

/** Copies the selected cells for a spreadsheet, and pastes those of one. */
const clipboardOf = ({ area, textAt, fill }: ReturnType<typeof useSelection>) => ({
  onCopy: (event: ClipboardEvent): void => {
    if (!isInCell(event)) return;
    event.preventDefault();
    const rows = Array.from({ length: area.height }, (_, row) =>
      Array.from({ length: area.width }, (__, column) => textAt({ row: area.top + row, column: area.left + column })),
    );
    event.clipboardData.setData('text/plain', clipboardText(rows));
  },
  onPaste: (event: ClipboardEvent): void => {
    if (!isInCell(event)) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    void parseBlock(text).then(block => block.length > 0 && fill(block, pasteArea(area, block)));
  },
});

export const useGrid = (options: GridOptions) => {
  const { edits, onOpen } = options;
  const selection = useSelection(options);
  const { table, focus, area, size, idsAt, cellAt, textAt, moveTo, fill } = selection;
  const { draft, current, setDraft } = useCellDraft();
  const begin = (key?: string): void => {
    const cell = cellAt(focus);
    if (edits === undefined || size.rows === 0) return;
    if (cell.isReadOnly === true) onOpen?.(...idsAt(focus));
    else setDraft(key === undefined ? textAt(focus) : beginningOf(key, cell));
  };
  const finish = (): void => {
    const { current: typed } = current;
    setDraft(undefined);
    if (typed !== undefined && (typed !== textAt(focus) || area.height * area.width > 1)) fill([[typed]], area);
  };
  const onEditorKey = ({ key, shiftKey, altKey }: KeyboardEvent): boolean => {
    // Spreadsheets use this key to begin another line of a text.
    if (key === 'Enter' && altKey) return false;
    const next = { Enter: 'ArrowDown', Tab: shiftKey ? 'ArrowLeft' : 'ArrowRight', Escape: '' }[key];
    if (next === undefined) return false;
    if (key === 'Escape') setDraft(undefined);
    else finish();
    moveTo(placeAfter(next, focus, size) ?? focus);
    return true;
  };
  const onGridKey = (event: KeyboardEvent): boolean => {
    const { key, shiftKey, ctrlKey, metaKey } = event;
    const next = placeAfter(key, focus, size);
    if (next !== undefined) moveTo(next, shiftKey);
    else if (key === 'Enter' || key === 'F2') begin();
    else if (key === 'Delete' || key === 'Backspace') fill([['']], area);
    else if (key === 'Escape' && area.height * area.width > 1) moveTo(focus);
    else if ((ctrlKey || metaKey) && key === 'z') edits?.undo();
    else if ((ctrlKey || metaKey) && key === 'a') {
      moveTo({ row: 0, column: 0 });
      moveTo({ row: size.rows - 1, column: size.columns - 1 }, true);
    } else if (isText(event) && cellAt(focus).isReadOnly !== true) begin(key);
    else return false;
    return true;
  };
  return {
    table,
    focus,
    area,
    draft,
    setDraft,
    finish,
    onKeyDown: (event: KeyboardEvent): void => {
      if (!isInCell(event)) return;
      if ((draft === undefined ? onGridKey : onEditorKey)(event)) event.preventDefault();
    },
    onPointerDown: (place: Place, event: PointerEvent): void => {
      const isHere = place.row === focus.row && place.column === focus.column;
      if (isHere && draft !== undefined) return;
      // Without this the browser would focus the cell only after the previous field has lost the focus.
      event.preventDefault();
      finish();
      if (isHere && document.activeElement === event.currentTarget && !event.shiftKey) begin();
      else moveTo(place, event.shiftKey);
    },
    onPointerEnter: (place: Place, { buttons }: PointerEvent): void => {
      if (buttons === 1 && draft === undefined) moveTo(place, true);
    },
    ...(draft === undefined && clipboardOf(selection)),
  };
};
