import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { test } from '../../support/tap.js';
import { indexConditions } from '../../../src/engine/query/indexConditions.js';
import { parseQueryParameters } from '../../../src/engine/query/parseQueryParameters.js';
import { WorkTime } from '../../../src/base/shedding/WorkTime.js';
import { sortedPage } from '../../../src/engine/query/sortedPage.js';
import { ApiError, required } from '../../../src/base/errors/ApiError.js';
import { resourceTypes } from '../../../src/commerce/resources/index.js';
import { limitWork } from '../../../src/base/shedding/boundedWork.js';
import type { DataStore } from '../../../src/store/DataStore.js';

const resourceType = required(
  resourceTypes.find(({ typeId }) => typeId === 'order'),
  'the resource type of orders',
);
const prefix = 'x'.repeat(3_000);
const bodyOf = (id: string): Buffer =>
  Buffer.from(JSON.stringify({ id, version: 1, orderNumber: `${prefix}${id.split('').reverse().join('')}` }));
const store: Partial<DataStore> = {
  bodyLengths: async (_, __, ids) => ids.map(id => bodyOf(id).length),
  bodies: async (_, __, ids) => ids.map(bodyOf),
};

const sort = (count: number) =>
  sortedPage(
    {
      store: store as DataStore,
      projectKey: 'sorted',
      resourceType,
      query: parseQueryParameters(new URLSearchParams({ sort: 'orderNumber asc', limit: '500' }), []),
      conditions: indexConditions(resourceType, undefined),
      deadline: new WorkTime('any'),
    },
    [Array.from({ length: count }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`)],
  );

test('ends the comparison of many long texts with a common beginning within the budget (ERR032)', async t => {
  limitWork(1);
  t.teardown(() => limitWork(Infinity));
  const message = 'The query timed out after 1 ms. Filter by an indexed field, or ask for fewer results.';
  try {
    await sort(1_000);
    t.fail('not refused');
  } catch (error) {
    t.strictSame(error instanceof ApiError && error.toBody(), {
      statusCode: 400,
      message,
      errors: [{ code: 'QueryTimedOut', message }],
    });
  }
  t.equal((await sort(20)).bodies.length, 20);
});

test('sorts resources that are longer together than the memory of a worker (GEN055)', { timeout: 120_000 }, async t => {
  const worker = new Worker(new URL('./sortLongBodies.js', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 96 },
  });
  const [found] = (await once(worker, 'message')) as [unknown];
  t.same(found, { total: 1_100, ids: ['099', '098', '097'].map(at => `00000000-0000-4000-8000-000000000${at}`) });
});
