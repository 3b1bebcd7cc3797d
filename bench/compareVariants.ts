/** Compares the server with itself under other settings, alternately on one Redis. */
import { required } from '../src/errors/required.js';
import type { BenchCase } from './cases/BenchCase.js';
import { defaultConnections, measureSubject, overHttp } from './measureCase.js';
import type { BenchWorld } from './BenchWorld.js';

export interface Comparison {
  readonly name: string;
  readonly plain: readonly number[];
  readonly variant: readonly number[];
}

/** Odd, so that there is a median. */
const rounds = 7;

/** Measures CPU microseconds of Node per request in rounds; the order alternates. */
export const compareVariants = async (world: BenchWorld, one: BenchCase, seconds: number): Promise<Comparison> => {
  const { connections = defaultConnections, credentials } = one;
  await one.setup?.(world);
  const found = { plain: [] as number[], variant: [] as number[] };
  const measure = async (which: 'plain' | 'variant'): Promise<void> => {
    const child = which === 'plain' ? world.server : required(world.variant, 'the server with other settings');
    const {
      figures: { nodeMicros, failures },
    } = await measureSubject(
      world,
      overHttp(world, child, { requests: () => one.requests(world), credentials, connections }),
      seconds,
    );
    if (failures > 0) throw new Error(`${failures} requests failed`);
    found[which].push(required(nodeMicros, 'the CPU time of the server'));
  };
  for (let round = 0; round < rounds; round++)
    for (const which of round % 2 === 0 ? (['plain', 'variant'] as const) : (['variant', 'plain'] as const))
      await measure(which);
  return { name: one.name, ...found };
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
const minimum = (values: readonly number[]): number => Math.min(...values);
const listText = (values: readonly number[]): string => values.map(each => each.toFixed(2)).join(' ');
const increase = (variant: number, plain: number): string => `${((variant / plain - 1) * 100).toFixed(1)} %`;

export const formatComparison = ({ name, plain, variant }: Comparison): string =>
  `${name}, Node µs per request\n  default   ${listText(plain)}\n  variant   ${listText(variant)}\n  more: ${increase(median(variant), median(plain))} by median, ${increase(minimum(variant), minimum(plain))} by minimum`;
