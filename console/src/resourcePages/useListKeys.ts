/** Handles the keys of a list: `/` searches, `j` and `k` move through the rows, `?` explains, Enter follows a link. */
import { useEffect } from 'react';

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || target.closest('input, textarea, select') !== null);

const hasWindow = (): boolean => document.querySelector('[role=dialog]') !== null;

const focusRow = (step: 1 | -1): void => {
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')];
  const at = rows.findIndex(row => row === document.activeElement);
  const next = rows[at === -1 ? 0 : at + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
};

export const useListKeys = (onHelp: () => void): void => {
  useEffect(() => {
    const actions: Readonly<Record<string, (() => void) | undefined>> = {
      '/': () => document.querySelector<HTMLElement>('main input[type=search]')?.focus(),
      j: () => focusRow(1),
      k: () => focusRow(-1),
      '?': onHelp,
    };
    const press = (event: KeyboardEvent): void => {
      const { key, target, ctrlKey, metaKey, altKey } = event;
      const action = Object.hasOwn(actions, key) ? actions[key] : undefined;
      if (action === undefined || ctrlKey || metaKey || altKey || isTyping(target) || hasWindow()) return;
      event.preventDefault();
      action();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [onHelp]);
};
