/** The field of a cell while it is edited: a list of choices, or a text. */
import { type ChangeEvent, useEffect, useRef } from 'react';

interface CellEditorProps {
  readonly label: string;
  readonly draft: string;
  readonly choices: readonly string[] | undefined;
  readonly isLong: boolean;
  readonly onChange: (draft: string) => void;
  readonly onLeave: () => void;
}

export const CellEditor = ({ label, draft, choices, isLong, onChange, onLeave }: CellEditorProps) => {
  const field = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const { current } = field;
    current?.focus();
    if (current instanceof HTMLInputElement || current instanceof HTMLTextAreaElement)
      current.setSelectionRange(current.value.length, current.value.length);
  }, []);
  const shared = {
    'aria-label': label,
    className: 'grid-editor',
    value: draft,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement>) =>
      onChange(target.value),
    onBlur: onLeave,
  };
  const ref = (each: HTMLElement | null): void => {
    field.current = each;
  };
  if (choices !== undefined)
    return (
      <select {...shared} ref={ref}>
        {['', ...choices].map(choice => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  return isLong ? <textarea {...shared} ref={ref} rows={6} /> : <input {...shared} ref={ref} />;
};
