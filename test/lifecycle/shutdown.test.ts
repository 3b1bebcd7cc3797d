import { pino } from 'pino';
import { test } from 'tap';
import { createShutdown } from '../../src/lifecycle/Shutdown.js';

test('steps run once, the last first; one that fails or takes too long keeps none of the others from being taken', async t => {
  const undo = createShutdown(pino({ level: 'silent' }));
  const ran: string[] = [];
  undo.push(leftMs => {
    ran.push(`redis ${leftMs > 1_000 ? 'has time' : 'has none'}`);
  }, 5_000);
  undo.push(leftMs => {
    ran.push(`late ${leftMs === 0 ? 'has none' : 'has time'}`);
  }, 20);
  undo.push(
    () =>
      new Promise(() => {
        ran.push('hangs');
      }),
    40,
  );
  undo.push(() => {
    ran.push('throws');
    throw new Error('thrown');
  });
  undo.push(async () => {
    ran.push('rejects');
    throw new Error('rejected');
  });
  await Promise.all([undo.run(), undo.run()]);
  t.same(ran, ['rejects', 'throws', 'hangs', 'late has none', 'redis has time']);
});
