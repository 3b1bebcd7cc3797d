import type { Random } from '../Random.js';

export const chance = (random: Random, probability: number): boolean => random.next() < probability;

/** One of the values, as often as its weight among all weights says. */
export const pickWeighted = <T extends string>(random: Random, weights: Readonly<Record<T, number>>): T => {
  const entries = Object.entries<number>(weights) as [T, number][];
  let rest = random.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of entries) {
    rest -= weight;
    if (rest < 0) return value;
  }
  return entries[entries.length - 1]![0];
};

/** Up to `count` different values. */
export const pickSeveral = <T>(random: Random, values: readonly T[], count: number): T[] => {
  const picked = new Set<T>();
  for (let tries = 0; tries < count * 2 && picked.size < count; tries++) picked.add(random.pick(values));
  return [...picked];
};
