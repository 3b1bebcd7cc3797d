/**
 * npm run bench -- --worst-bodies: sends every kind of body at its limits, one after the other, measures for how long
 * each holds a thread, and prints the worst ten; then how long another project waits while forty of them run at once.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Options } from '../options.js';
import { createEnvironment } from '../world/createEnvironment.js';
import { ownRoot } from '../world/processes.js';
import { formatBodies, formatWaits } from './formatBodies.js';
import type { HostileBody } from './HostileBody.js';
import { bodies } from './index.js';
import { type BodyResult, holdOf, type Measured, measureBody } from './measureBody.js';
import { measureWaits } from './measureWaits.js';
import { openBodyWorld } from './openBodyWorld.js';

const worstCount = 10;

const isSelected = ({ name }: HostileBody, { only }: Options): boolean =>
  only === undefined || only.some(text => name.includes(text));

const measureAll = async (measured: Measured, options: Options): Promise<BodyResult[]> => {
  const results: BodyResult[] = [];
  for (const body of bodies.filter(each => isSelected(each, options))) {
    try {
      const result = await measureBody(measured, body);
      console.error(formatBodies([result]));
      if (result.answer !== '') console.error(`  ${result.answer}`);
      results.push(result);
    } catch (error) {
      console.error(`${body.name}: ${(error as Error).message}`);
    }
  }
  return results.toSorted((one, other) => holdOf(other) - holdOf(one));
};

const save = (name: string, value: unknown): void => {
  const folder = join(ownRoot, 'bench/results');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, name), `${JSON.stringify(value, undefined, 2)}\n`);
};

export const measureBodies = async (options: Options): Promise<void> => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-bodies-'));
  const holdsFile = join(folder, 'holds');
  writeFileSync(holdsFile, '');
  const probe = new URL('holdProbe.js', import.meta.url).href;
  const settings = { NODE_OPTIONS: `--import=${probe}`, HOLDS_FILE: holdsFile };
  const environment = await createEnvironment({
    orders: 500,
    workers: options.workers,
    root: options.against,
    settings,
  });
  try {
    const world = await openBodyWorld(environment);
    const neighbour = await environment.openWorld({ orders: 500 });
    const measured: Measured = { environment, world, neighbour, holdsFile };
    const results = await measureAll(measured, options);
    save('bodies.json', results);
    const worst = results.slice(0, worstCount);
    console.log(`\n${results.length} kinds of bodies, the worst ${worst.length}:\n\n${formatBodies(worst)}`);
    const waits = await measureWaits(
      measured,
      worst.map(({ name }) => bodies.find(each => each.name === name)!),
    );
    console.log(`\n${formatWaits(waits)}`);
  } finally {
    await environment.close();
    rmSync(folder, { recursive: true, force: true });
  }
};
