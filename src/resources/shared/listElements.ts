/** Elements of lists, which actions name by id or by key. */
import { fail } from '../../errors/ApiError.js';
import { PhaseErrors } from '../../errors/PhaseErrors.js';

/** The id or the key that an action gives. */
export interface Names {
  readonly id?: string;
  readonly key?: string;
}

interface Named {
  readonly id: string;
  readonly key?: string;
}

/**
 * The element with the given id or key; `noun` and `holder` are the words of error messages for the element and its
 * resource.
 */
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

/** Refuses two elements with the same key, which actions could not tell apart. */
export const assertUniqueKeys = (list: readonly { readonly key?: string }[], field: string): void => {
  const seen = new Set<string>();
  const errors = new PhaseErrors();
  for (const { key } of list) {
    if (key === undefined) continue;
    if (seen.has(key)) errors.add(fail('DuplicateField', { field, duplicateValue: key }));
    seen.add(key);
  }
  errors.throwIfAny();
};

/** The list with one element replaced. */
export const replaceElement = <T>(list: readonly T[], old: T, next: T): T[] =>
  list.map(item => (item === old ? next : item));

/** The list with one element removed. */
export const removeElement = <T>(list: readonly T[], old: T): T[] => list.filter(item => item !== old);
