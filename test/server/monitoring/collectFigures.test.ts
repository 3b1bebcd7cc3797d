import { test } from '../../support/tap.js';
import { readConfig } from '../../../src/base/config/readConfig.js';
import { CommitCounts } from '../../../src/base/observe/metrics/ThreadMetrics.js';
import { RequestMetrics } from '../../../src/base/observe/metrics/RequestMetrics.js';
import { collectFigures } from '../../../src/server/monitoring/collectFigures.js';
import { startQuayside } from '../../support/quayside.js';

const { services } = await startQuayside();

test('a thread that does not answer in time has the counts of its last answer', async t => {
  const work = { commits: { done: 7, conflict: 1, stale: 0, refused: 0, failed: 0 }, busyMs: 12 };
  const answers = [[{ threadId: 4, value: work }], []];
  const read = async () => {
    const { commits, workersBusyMs } = await collectFigures({
      config: readConfig({}),
      redis: services.redis,
      states: services.search.states,
      survey: { ask: () => Promise.resolve(answers.shift() ?? []) },
      works,
      commitCounts: new CommitCounts(),
      requests: new RequestMetrics(),
      slowRequests: { list: () => [] },
      pool: {
        threads: [{ threadId: 4 }],
        pendingCalls: 0,
        shedCount: 0,
        expiredCalls: 0,
        replacedWorkers: 0,
        heavy: { workers: [], waitingCalls: 0, runningCalls: 0, shedCount: 0 },
      },
      reads: { shedCount: 0 },
      background: () => undefined,
      connections: () => 1,
    });
    return { commits, workersBusyMs };
  };
  const works = new Map();
  t.same(await read(), { commits: work.commits, workersBusyMs: work.busyMs });
  t.same(await read(), { commits: work.commits, workersBusyMs: work.busyMs });
});
