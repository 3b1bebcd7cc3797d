import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from '../../support/tap.js';
import { spawnBound } from '../../../src/base/lifecycle/spawnBound.js';
import { isProcessAlive } from '../../../src/base/redis/embedded/redisProcess.js';
import { waitUntil } from '../../support/waitUntil.js';

const module = new URL('../../../src/base/lifecycle/spawnBound.js', import.meta.url).href;

/** Starts a program that prints its process id, in a group of its own, and waits. */
const parent = `
  import { spawnBound } from '${module}';
  spawnBound('sh', ['-c', 'echo $$; exec sleep 60'], { stdio: ['ignore', 'inherit', 'ignore'], detached: true });
  setInterval(() => undefined, 1_000);`;

test('a process ends when the one that started it is killed', async t => {
  const child = spawnBound(process.execPath, ['--input-type=module', '-e', parent], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const pid = Number(value);
  t.ok(isProcessAlive(pid));
  child.kill('SIGKILL');
  await waitUntil(() => !isProcessAlive(pid));
});

test('a program that is missing is an error, and has no process id', async t => {
  const child = spawnBound('no-such-program', [], { stdio: 'ignore' });
  t.equal(child.pid, undefined);
  const [error] = (await once(child, 'error')) as [NodeJS.ErrnoException];
  t.equal(error.code, 'ENOENT');
});
