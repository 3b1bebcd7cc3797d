export const firstSize = 64;

/** Returns an array that has the place `at`; its length at least doubles. */
export const withRoom = <A extends Int32Array | Float64Array | Uint8Array>(array: A, at: number): A => {
  if (at < array.length) return array;
  const grown = new (array.constructor as new (length: number) => A)(Math.max(2 * array.length, at + 1, firstSize));
  grown.set(array);
  return grown;
};
