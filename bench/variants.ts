/** A server and itself under other settings, by turns on one Redis: what a setting costs. */
import type { Case } from './cases/case.js';
import { connectionsByDefault, measureOn, overHttp } from './measure.js';
import type { World } from './world.js';

export interface Comparison {
  readonly name: string;
  readonly plain: readonly number[];
  readonly variant: readonly number[];
}

/** An odd number has a middle. */
const rounds = 7;

/** CPU microseconds of Node a request, round by round; who is first changes with each. */
export const compare = async (world: World, one: Case, seconds: number): Promise<Comparison> => {
  const { connections = connectionsByDefault, as } = one;
  await one.prepare?.(world);
  const found = { plain: [] as number[], variant: [] as number[] };
  const measure = async (which: 'plain' | 'variant'): Promise<void> => {
    const child = which === 'plain' ? world.server : world.variant!;
    const {
      figures: { nodeMicros, failures },
    } = await measureOn(
      world,
      overHttp(world, child, { requests: () => one.requests(world), as, connections }),
      seconds,
    );
    if (failures > 0) throw new Error(`${failures} requests failed`);
    found[which].push(nodeMicros!);
  };
  for (let round = 0; round < rounds; round++)
    for (const which of round % 2 === 0 ? (['plain', 'variant'] as const) : (['variant', 'plain'] as const))
      await measure(which);
  return { name: one.name, ...found };
};

const middle = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1]!;
const least = (values: readonly number[]): number => Math.min(...values);
const told = (values: readonly number[]): string => values.map(each => each.toFixed(2)).join(' ');
const more = (variant: number, plain: number): string => `${((variant / plain - 1) * 100).toFixed(1)} %`;

export const comparisonOf = ({ name, plain, variant }: Comparison): string =>
  `${name}, Node µs a request\n  as it is  ${told(plain)}\n  variant   ${told(variant)}\n  more: ${more(middle(variant), middle(plain))} by the median, ${more(least(variant), least(plain))} by the least`;
