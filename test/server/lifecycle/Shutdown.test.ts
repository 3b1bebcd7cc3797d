import { pino } from 'pino';
import { test } from '../../support/tap.js';
import { abortable } from '../../../src/base/lifecycle/timeouts.js';
import { Shutdown } from '../../../src/server/lifecycle/Shutdown.js';

test('runs each step once, the last one first, also after a step that fails or takes too long', async t => {
  const shutdown = new Shutdown(pino({ level: 'silent' }));
  const steps: string[] = [];
  shutdown.add(
    leftMs => {
      steps.push(`redis has ${leftMs > 1_000 ? 'time' : 'no time'}`);
    },
    { deadlineMs: 600_000 },
  );
  shutdown.add(
    leftMs => {
      steps.push(`late has ${leftMs === 0 ? 'no time' : 'time'}`);
    },
    { deadlineMs: 20 },
  );
  shutdown.add(
    () =>
      new Promise(() => {
        steps.push('hangs');
      }),
    { deadlineMs: 40 },
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

test('skips the steps that are left when it is hastened, except those that end another process', async t => {
  const shutdown = new Shutdown(pino({ level: 'silent' }));
  const steps: string[] = [];
  shutdown.add(
    leftMs => {
      steps.push(`redis has ${leftMs > 0 ? 'time' : 'no time'}`);
    },
    { endsProcess: true },
  );
  shutdown.add(() => {
    steps.push('skipped');
  });
  shutdown.add(
    () =>
      new Promise(() => {
        steps.push('hangs');
        setImmediate(() => shutdown.hasten());
      }),
  );
  await shutdown.run();
  t.same(steps, ['hangs', 'redis has time']);
});

test('ends a start that waits when the stop is requested', async t => {
  const shutdown = new Shutdown(pino({ level: 'silent' }));
  const waiting = abortable(new Promise(() => undefined), shutdown.requested);
  shutdown.request();
  await t.rejects(waiting, { message: 'the server was stopped while it started' });
  await t.rejects(abortable(Promise.resolve(1), shutdown.requested), {
    message: 'the server was stopped while it started',
  });
  t.equal(await abortable(Promise.resolve(1), shutdown.hastened), 1);
});
