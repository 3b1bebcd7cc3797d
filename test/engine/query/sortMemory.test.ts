import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { test } from '../../support/tap.js';

test('sorts resources that are longer together than the memory of a worker (GEN055)', { timeout: 120_000 }, async t => {
  const worker = new Worker(new URL('./sortLongBodies.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 96 },
  });
  const [found] = (await once(worker, 'message')) as [unknown];
  t.same(found, {
    total: 1_100,
    ids: ['099', '098', '097'].map(at => `00000000-0000-4000-8000-000000000${at}`),
  });
});
