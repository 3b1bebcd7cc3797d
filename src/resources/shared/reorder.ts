import { required } from '../../errors/required.js';
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
