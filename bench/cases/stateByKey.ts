import type { BenchCase } from './BenchCase.js';

export const stateByKey: BenchCase = {
  name: 'state by key',
  description: 'two reads in Redis: the id of the key, then the body',
  reference: 'bareRead',
  requests: async ({ projectKey }) => [{ method: 'GET', path: `/${projectKey}/states/key=Initial` }],
};
