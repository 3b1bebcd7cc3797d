/** Elements of lists, which actions name by id or by key. */
import { fail, required, invalidInput, invalidOperation, requiredField } from '../../../base/errors/ApiError.js';
import { PhaseErrors } from '../../../base/errors/PhaseErrors.js';

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
  if (id === undefined && key === undefined) throw requiredField(`${noun}Id`, `the id or the key of a ${noun}`);
  if (id !== undefined && key !== undefined)
    throw invalidInput(`Both ${noun}Id and ${noun}Key are given; expected one of them.`);
  const found = list.find(item => (id === undefined ? item.key === key : item.id === id));
  if (found === undefined)
    throw invalidOperation(`The ${holder} has no ${noun} with ${id === undefined ? `key '${key}'` : `id '${id}'`}.`);
  return found;
};

/** Refuses two elements with the same name, such as a key, which could not be told apart. */
export const assertUniqueNames = (names: readonly (string | undefined)[], field: string): void => {
  const seen = new Set<string>();
  const errors = new PhaseErrors();
  for (const name of names) {
    if (name === undefined) continue;
    if (seen.has(name)) errors.add(fail('DuplicateField', { field, duplicateValue: name }));
    seen.add(name);
  }
  errors.throwIfAny();
};

export const assertUniqueKeys = (list: readonly { readonly key?: string }[], field: string): void =>
  assertUniqueNames(
    list.map(({ key }) => key),
    field,
  );

/** Elements with distinct names; of several with one name the last one, in the place of the first. */
export const distinctBy = <T>(list: readonly T[], nameOf: (element: T) => string): T[] => [
  ...new Map(list.map(element => [nameOf(element), element])).values(),
];

export const replaceElement = <T>(list: readonly T[], old: T, next: T): T[] =>
  list.map(item => (item === old ? next : item));

export const removeElement = <T>(list: readonly T[], old: T): T[] => list.filter(item => item !== old);

/** The elements in the order of the names given, which must be all of them. */
export const reorder = <T>(
  list: readonly T[],
  nameOf: (item: T) => string,
  names: readonly string[],
  refuse: () => Error,
): T[] => {
  const byName = new Map(list.map(item => [nameOf(item), item]));
  if (names.length !== list.length || new Set(names).size !== names.length || !names.every(name => byName.has(name)))
    throw refuse();
  return names.map(name => required(byName.get(name), 'an element'));
};
