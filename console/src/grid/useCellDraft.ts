import { type MutableRefObject, useRef, useState } from 'react';

interface CellDraft {
  /** Undefined while no cell is edited. */
  readonly draft: string | undefined;
  /** The draft for event handlers: a field that is removed may still report that it lost the focus. */
  readonly current: MutableRefObject<string | undefined>;
  readonly setDraft: (text: string | undefined) => void;
}

/** Holds the text in the field of the cell that is being edited. */
export const useCellDraft = (): CellDraft => {
  const [draft, setState] = useState<string>();
  const current = useRef<string | undefined>(undefined);
  const setDraft = (text: string | undefined): void => {
    current.current = text;
    setState(text);
  };
  return { draft, current, setDraft };
};
