/** Returns a value that is always present in a correct program; throws an error that names it where it is absent. */
export const required = <T>(value: T | null | undefined, name: string): T => {
  if (value === undefined || value === null) throw new Error(`${name} is missing`);
  return value;
};
