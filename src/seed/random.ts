/** Numbers that are the same for the same seed, so that a benchmark can be repeated (mulberry32). */
export interface Random {
  /** From 0 to just below 1. */
  next(): number;
  /** An integer from `from` to `to`, both included. */
  integer(from: number, to: number): number;
  pick<T>(values: readonly T[]): T;
}

export const createRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    integer: (from, to) => from + Math.floor(next() * (to - from + 1)),
    pick: values => values[Math.floor(next() * values.length)]!,
  };
};
