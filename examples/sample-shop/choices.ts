/** Random choices that a seed determines, and the times of the shop. */

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Random numbers that are the same for the same seed (mulberry32), so that benchmarks can be repeated. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number from 0 up to, but not including, 1; a member, so that it can be passed on alone. */
  readonly next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    const state = this.#state;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  /** An integer from `from` to `to`, both included. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  pick<T>(values: readonly T[]): T {
    return values[Math.floor(this.next() * values.length)] as T;
  }
}

export const chance = (random: Random, probability: number): boolean => random.next() < probability;

/** One of the values, as often as its weight among all weights says. */
export const pickWeighted = <T>(random: Random, values: readonly T[], weightOf: (value: T) => number): T => {
  let rest = random.next() * values.reduce((sum, value) => sum + weightOf(value), 0);
  return values.find(value => (rest -= weightOf(value)) < 0) ?? values[values.length - 1]!;
};

/** Up to `count` different values. */
export const pickSeveral = <T>(random: Random, values: readonly T[], count: number): T[] => {
  const picked = new Set<T>();
  for (let tries = 0; tries < count * 2 && picked.size < count; tries++) picked.add(random.pick(values));
  return [...picked];
};

/** The orders of the shop go back this far. */
export const historyMs = 730 * dayMs;
/** Catalogue, taxes and shipping are older than the first order. */
export const preparationMs = 30 * dayMs;

export const startOfDay = (timeMs: number): number => timeMs - (timeMs % dayMs);
/** The first moment of today, UTC: the usual end of a shop's history. */
export const startOfToday = (): number => startOfDay(Date.now());
export const isoTime = (timeMs: number): string => new Date(timeMs).toISOString();
