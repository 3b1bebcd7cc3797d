/** The unsaved texts that were typed into the cells of grids, with earlier steps for undo. */
import { useState } from 'react';

export interface Edits {
  /** Texts by the id of a cell. */
  readonly texts: ReadonlyMap<string, string>;
  /** The ids of rows that are not saved yet. */
  readonly newRows: readonly string[];
}

export interface EditHistory extends Edits {
  readonly canUndo: boolean;
  /** Changes texts, or removes them with `undefined`, as one step. */
  readonly set: (changes: ReadonlyMap<string, string | undefined>, newRows?: readonly string[]) => void;
  readonly undo: () => void;
  /** Discards the texts of some cells, and the steps for undo. */
  readonly forget: (isForgotten: (cell: string) => boolean) => void;
}

const none: Edits = { texts: new Map(), newRows: [] };

/** Edits stay when a person opens another page of the console; a reload discards them. */
const kept = new Map<string, readonly Edits[]>();

/** Holds edits; `name` identifies what is edited. */
export const useEdits = (name: string): EditHistory => {
  const [steps, setSteps] = useState<readonly Edits[]>(() => kept.get(name) ?? [none]);
  const current = steps.at(-1) ?? none;
  const change = (next: (steps: readonly Edits[]) => readonly Edits[]): void =>
    setSteps(before => {
      const after = next(before);
      kept.set(name, after);
      return after;
    });
  return {
    ...current,
    canUndo: steps.length > 1,
    set: (changes, newRows) =>
      change(before => {
        const last = before.at(-1) ?? none;
        const texts = new Map(last.texts);
        for (const [cell, text] of changes)
          if (text === undefined) texts.delete(cell);
          else texts.set(cell, text);
        return [...before, { texts, newRows: newRows ?? last.newRows }];
      }),
    undo: () => change(before => (before.length > 1 ? before.slice(0, -1) : before)),
    forget: isForgotten =>
      change(before => {
        const last = before.at(-1) ?? none;
        const texts = new Map([...last.texts].filter(([cell]) => !isForgotten(cell)));
        return [{ texts, newRows: last.newRows.filter(row => !isForgotten(row)) }];
      }),
  };
};
