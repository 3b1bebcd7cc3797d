import type { Case } from './case.js';

export const stateByKey: Case = {
  name: 'state by key',
  about: 'two reads in Redis: key to id, id to body',
  reference: 'bareRead',
  requests: async ({ projectKey }) => [{ method: 'GET', path: `/${projectKey}/states/key=Initial` }],
};
