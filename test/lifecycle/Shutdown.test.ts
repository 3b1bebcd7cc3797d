import { pino } from 'pino';
import { test } from 'tap';
import { Shutdown } from '../../src/lifecycle/Shutdown.js';

test('runs each step once, the last one first, also after a step that fails or takes too long', async t => {
  const shutdown = new Shutdown(pino({ level: 'silent' }));
  const steps: string[] = [];
  shutdown.add(leftMs => {
    steps.push(`redis has ${leftMs > 1_000 ? 'time' : 'no time'}`);
  }, 5_000);
  shutdown.add(leftMs => {
    steps.push(`late has ${leftMs === 0 ? 'no time' : 'time'}`);
  }, 20);
  shutdown.add(
    () =>
      new Promise(() => {
        steps.push('hangs');
      }),
    40,
  );
  shutdown.add(() => {
    steps.push('throws');
    throw new Error('thrown');
  });
  shutdown.add(async () => {
    steps.push('rejects');
    throw new Error('rejected');
  });
  await Promise.all([shutdown.run(), shutdown.run()]);
  t.same(steps, ['rejects', 'throws', 'hangs', 'late has no time', 'redis has time']);
});
