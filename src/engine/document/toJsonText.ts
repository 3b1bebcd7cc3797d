/** The member under which an unchanged view offers its stored text, so that it is not parsed to be written again. */
export const storedText = Symbol('stored text');

/** Longer texts are left to JSON.stringify, which looks at each character once. */
const shortText = 256;

/** Matches texts that JSON writes as they are: ASCII without quotes, backslashes and control characters. */
const plainText = /^[ !#-[\]-~]*$/;

/** A value's JSON; undefined for a value that JSON leaves out. Short texts and numbers take half of JSON.stringify's time. */
export const toJsonText = (value: unknown): string | undefined => {
  if (typeof value === 'string' && value.length <= shortText && plainText.test(value)) return `"${value}"`;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return (
    (typeof value === 'object' && value !== null && (value as { [storedText]?: string })[storedText]) ||
    JSON.stringify(value)
  );
};
