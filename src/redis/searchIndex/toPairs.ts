/** Reads a flat list of names, each followed by its value, as Redis answers hashes. */
export const toPairs = (flat: readonly unknown[]): Map<string, unknown> =>
  new Map(Array.from({ length: flat.length / 2 }, (_, at) => [String(flat[2 * at]), flat[2 * at + 1]]));
