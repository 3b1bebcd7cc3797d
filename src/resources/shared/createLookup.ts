/** A table costs more than it saves for shorter lists. */
const listLengthMin = 16;

/**
 * Makes a function that finds the first element of a list with a name. It makes a table of a long list once, since values
 * of many variants are checked against one list of definitions.
 */
export const createLookup = <T>(
  nameOf: (element: T) => string,
): (<E extends T>(list: readonly E[], name: unknown) => E | undefined) => {
  const tables = new WeakMap<readonly T[], Map<unknown, T>>();
  const tableOf = (list: readonly T[]): Map<unknown, T> => {
    let table = tables.get(list);
    if (table === undefined) {
      table = new Map(list.toReversed().map(element => [nameOf(element), element]));
      tables.set(list, table);
    }
    return table;
  };
  return <E extends T>(list: readonly E[], name: unknown) =>
    list.length < listLengthMin
      ? list.find(element => nameOf(element) === name)
      : (tableOf(list).get(name) as E | undefined);
};
