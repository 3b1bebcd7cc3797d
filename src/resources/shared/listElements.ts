/** Elements of an order's lists: found by what an action names, replaced without touching the others. */
import { fail } from '../../errors/ApiError.js';

/** An id or a key, whichever the action gives. */
export interface Names {
  readonly id?: string;
  readonly key?: string;
}

interface Named {
  readonly id: string;
  readonly key?: string;
}

/** The element with the given id or key; `noun` is what messages call it, `delivery` or `lineItem`, and `holder` what it should be in. */
export const findElement = <T extends Named>(
  list: readonly T[],
  { id, key }: Names,
  noun: string,
  holder = 'order',
): T => {
  if (id === undefined && key === undefined)
    throw fail('RequiredField', { field: `${noun}Id`, expected: `the id or the key of a ${noun}` });
  if (id !== undefined && key !== undefined)
    throw fail('InvalidInput', { message: `Both ${noun}Id and ${noun}Key are given; expected one of them.` });
  const found = list.find(item => (id === undefined ? item.key === key : item.id === id));
  if (found === undefined)
    throw fail('InvalidOperation', {
      message: `The ${holder} has no ${noun} with ${id === undefined ? `key '${key}'` : `id '${id}'`}.`,
    });
  return found;
};

/** Keys are given by clients, each once: by the second of a kind nobody could be named. */
export const assertUniqueKeys = (list: readonly { readonly key?: string }[], field: string): void => {
  const seen = new Set<string>();
  for (const { key } of list) {
    if (key === undefined) continue;
    if (seen.has(key)) throw fail('DuplicateField', { field, duplicateValue: key });
    seen.add(key);
  }
};

/** The list with one element in the place of another. */
export const replaceElement = <T>(list: readonly T[], old: T, next: T): T[] =>
  list.map(item => (item === old ? next : item));

/** The list without one element. */
export const removeElement = <T>(list: readonly T[], old: T): T[] => list.filter(item => item !== old);
