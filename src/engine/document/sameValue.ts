/** Names of the members that JSON would show. */
const definedNames = (value: object): string[] =>
  Object.keys(value).filter(name => (value as Record<string, unknown>)[name] !== undefined);

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
  const names = definedNames(a);
  return (
    names.length === definedNames(b).length &&
    names.every(
      name =>
        Object.hasOwn(b, name) && sameValue((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
    )
  );
};
