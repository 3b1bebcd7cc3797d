/** Names of the members that JSON would show. */
const definedNames = (value: object): string[] =>
  Object.keys(value).filter(name => (value as Record<string, unknown>)[name] !== undefined);

const sameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((element, at) => sameValue(element, b[at]));

/** Compares JSON values. The order of members does not matter, and an undefined member equals an absent one. */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false;
  // Names of elements would cost more than the elements of a long list.
  if (Array.isArray(a)) return sameList(a, b as unknown[]);
  const names = definedNames(a);
  return (
    names.length === definedNames(b).length &&
    names.every(
      name =>
        Object.hasOwn(b, name) && sameValue((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
    )
  );
};

/** The members of `set` whose value differs from the resource's. */
export const changedMembers = <R extends object>(set: Partial<R>, resource: R): Partial<R> =>
  Object.fromEntries(
    Object.entries(set).filter(([name, value]) => !sameValue(value, resource[name as keyof R])),
  ) as Partial<R>;
