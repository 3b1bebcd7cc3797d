/** The member under which an unchanged view offers its stored text, so that it is not parsed to be written again. */
export const storedText = Symbol('stored text');

/** A value's JSON; undefined for a value that JSON leaves out. */
export const toJsonText = (value: unknown): string | undefined =>
  (typeof value === 'object' && value !== null && (value as { [storedText]?: string })[storedText]) ||
  JSON.stringify(value);
