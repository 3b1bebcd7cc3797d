/** Splits a list into parts of at most `size` elements. */
export const batchesOf = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, at) => list.slice(at * size, (at + 1) * size));

/** Splits a list into parts whose elements cost at most `costMax` together; each part has at least one element. */
export const batchesByCost = <T>(list: readonly T[], costMax: number, costOf: (element: T) => number): T[][] => {
  const batches: T[][] = [];
  let left = -Infinity;
  for (const element of list) {
    const cost = costOf(element);
    if (cost > left) {
      batches.push([]);
      left = costMax;
    }
    left -= cost;
    batches.at(-1)!.push(element);
  }
  return batches;
};

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Reads a flat list of names, each followed by its value, as Redis answers hashes. */
export const toPairs = (flat: readonly unknown[]): Map<string, unknown> =>
  new Map(Array.from({ length: flat.length / 2 }, (_, at) => [String(flat[2 * at]), flat[2 * at + 1]]));

export const getOrCreate = <K, V>(map: Map<K, V>, key: K, create: () => V): V => {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
};
