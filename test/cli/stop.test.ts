/** Every stop of a server ends its embedded Redis and the process that watches it. */
import { test } from '../support/tap.js';
import { isProcessAlive } from '../../src/redis/embedded/isProcessAlive.js';
import { assertNothingLeft, startServerOn } from './serverCommands.js';

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  test(`${signal} that arrives twice is one stop, which ends Redis and exits with 0`, async t => {
    const started = await startServerOn(signal);
    started.server.signal(signal);
    started.server.signal(signal);
    const { code, stderr } = await started.server.ended;
    t.equal(code, 0);
    const line = `\\{"level":30,"time":\\d+,"region":"local","msg":"${signal}: stopping"\\}`;
    t.match(stderr, new RegExp(`^${line}$`, 'm'));
    await assertNothingLeft(t, started);
  });

test('two different signals at once are one stop', async t => {
  const started = await startServerOn('mixed', { SERVER_PROCESSES: '2' });
  started.server.signal('SIGTERM');
  started.server.signal('SIGINT');
  t.equal((await started.server.ended).code, 0);
  await assertNothingLeft(t, started);
});

test('a Redis that a start adopted after a crash ends with that server', async t => {
  const first = await startServerOn('adopted');
  first.server.signal('SIGKILL');
  await first.server.ended;
  t.ok(isProcessAlive(first.redis.pid));
  const second = await startServerOn('adopted');
  t.equal(second.redis.pid, first.redis.pid);
  t.equal(second.redis.watcherPid, first.redis.watcherPid, 'the watcher goes on');
  second.server.signal('SIGINT');
  second.server.signal('SIGINT');
  t.equal((await second.server.ended).code, 0);
  await assertNothingLeft(t, second);
});
