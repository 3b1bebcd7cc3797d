import { createInterface } from 'node:readline';
import { test } from '../support/tap.js';
import { isProcessAlive } from '../../src/base/redis/embedded/redisProcess.js';
import { waitUntil } from '../support/waitUntil.js';
import { spawnBound } from '../../src/base/lifecycle/spawnBound.js';

const module = new URL('../../../scripts/setup/interrupts.mjs', import.meta.url).href;
/** This run waits for a shell, which waits for a program; at its end the run has something to stop. */
const run = `
import { assertNotInterrupted, holdSignals, spawnChild } from '${module}';
holdSignals();
try {
  const child =
  spawnChild('/bin/sh', ['-c', 'sleep 60 & echo $!; wait'], { stdio: ['ignore', 'inherit', 'inherit'] });
  await new Promise(resolve => child.once('exit', resolve));
  assertNotInterrupted();
  console.log('continued');
} catch (error) {
  console.log(error.message);
} finally {
  console.log('stopped');
}`;

test('a run that gets a signal ends its child processes, starts no more steps, and stops what it started', async t => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const child = spawnBound(process.execPath, ['--input-type=module', '-e', run], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
    const sleeping = Number((await lines.next()).value);
    t.ok(isProcessAlive(sleeping));
    child.kill(signal);
    t.equal((await lines.next()).value, 'interrupted');
    t.equal((await lines.next()).value, 'stopped');
    await waitUntil(() => !isProcessAlive(sleeping));
  }
});
