/** Sorts bodies that are longer together than the memory of this thread. */
import { parentPort } from 'node:worker_threads';
import { indexConditions } from '../../../src/engine/query/indexConditions.js';
import { parseQueryParameters } from '../../../src/engine/query/parseQueryParameters.js';
import { WorkTime } from '../../../src/base/shedding/WorkTime.js';
import { sortedPage } from '../../../src/engine/query/sortedPage.js';
import { required } from '../../../src/base/errors/ApiError.js';
import { resourceTypes } from '../../../src/commerce/resources/index.js';
import type { DataStore } from '../../../src/store/DataStore.js';

const count = 1_100;
const padding = 'x'.repeat(150_000);
const idOf = (at: number): string => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const bodyOf = (id: string): Buffer =>
  Buffer.from(JSON.stringify({ id, version: 1, orderNumber: `a number of some length ${id}`, padding }));

/** All ids have the same length. */
const { length } = bodyOf(idOf(0));

const resourceType = required(
  resourceTypes.find(({ typeId }) => typeId === 'order'),
  'the resource type of orders',
);
const parameters = new URLSearchParams({ sort: 'orderNumber desc', limit: '3', offset: '1000' });
const query = parseQueryParameters(parameters, []);
const { bodies, total } = await sortedPage(
  {
    store: {
      masterOf: () => '',
      bodyLengths: async (_, __, ids) => ids.map(() => length),
      bodies: async (_, __, ids) => ids.map(bodyOf),
    } as Partial<DataStore> as DataStore,
    projectKey: 'sorted',
    resourceType,
    query,
    conditions: indexConditions(resourceType, undefined),
    deadline: new WorkTime('any'),
  },
  [Array.from({ length: count }, (_, at) => idOf(at))],
);
parentPort?.postMessage({ total, ids: bodies.map(body => (JSON.parse(body.toString()) as { id: string }).id) });
