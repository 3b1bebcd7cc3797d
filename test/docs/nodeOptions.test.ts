/** The options of Node that docs/decisions/threads.md and garbage.md explain. */
import { readFileSync } from 'node:fs';
import { test } from '../support/tap.js';

const root = new URL('../../../', import.meta.url);

const starts = ['package.json', 'Dockerfile', 'bench/world/processes.ts', 'faults/createWorld.ts'];

/** Returns the options in the line that starts a server. */
const optionsIn = (path: string): readonly string[] => {
  const lines = readFileSync(new URL(path, root), 'utf8').split('\n');
  return lines.find(line => line.includes('--initial-old-space-size'))?.match(/--[a-z-]+(?:=\d+)?/g) ?? [];
};

test('npm start, the container, the benchmark and the fault rounds give Node the same options', t => {
  t.same(
    starts.map(optionsIn),
    starts.map(() => ['--initial-old-space-size=256', '--no-allocation-site-pretenuring']),
  );
  t.end();
});
