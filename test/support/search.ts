/** Reads and changes the order search of a project by its state and its indexes. */
import type { ClientCredentials } from '../../src/projects/createProject.js';
import { searchIndexPresence } from '../../src/search/indexingControl.js';
import { keys } from '../../src/store/keys.js';
import { orderDraft } from './drafts.js';
import { listKeys } from './listKeys.js';
import { changeProject, createProjectApi } from './resourceApi.js';
import type { Quayside } from './quayside.js';
import { plainFind } from './searchBench.js';
import { waitUntil } from './waitUntil.js';

const action = (status: 'Activated' | 'Deactivated') => ({ action: 'changeOrderSearchStatus', status });

export const searchOf = (quayside: Quayside, credentials: ClientCredentials, typeId = 'order') => {
  const { projectKey } = credentials;
  const { services } = quayside;
  const search = services.searches.get(typeId)!;
  const { indexes, states } = search;
  const current = async (): Promise<number | undefined> => (await states.read(projectKey))?.current;
  const ids = async (): Promise<string[]> => {
    const number = await current();
    return number === undefined
      ? []
      : (await indexes.find(projectKey, typeId, number, '*', { ...plainFind, limit: 10_000 })).hits
          .map(({ id }) => id)
          .sort();
  };
  return {
    projectKey,
    current,
    ids,
    activate: () => changeProject(quayside, credentials, action('Activated')),
    deactivate: () => changeProject(quayside, credentials, action('Deactivated')),
    /** Imports a number of orders and returns their ids in order. */
    orders: async (count: number): Promise<string[]> => {
      const { createIn } = await createProjectApi(quayside, credentials);
      const made = await Promise.all(Array.from({ length: count }, () => createIn('orders/import', orderDraft())));
      return made.map(({ id }) => id).sort();
    },
    /** Resolves when no indexing is running or waiting. */
    settled: () =>
      waitUntil(
        async () =>
          !(await searchIndexPresence({ search }, projectKey)).newInProgress &&
          (await states.markCount(projectKey)) === 0,
        30_000,
      ),
    /** Resolves when the index contains exactly these orders. */
    holds: (wanted: readonly string[]) =>
      waitUntil(async () => (await ids()).join() === [...wanted].sort().join(), 30_000),
    /** Lists the keys of the search, except the records of jobs. */
    keys: async () =>
      (await listKeys(services.redis, `{${projectKey}}:order:*`))
        .concat(await listKeys(services.redis, `*{${projectKey}/search-order}:*`))
        .filter(key => /:order:(search|marks)|search-order\}:/.test(key) && !key.includes(':search:job:')),
    marks: () => services.redis.zrange(keys.dirtyMarks(projectKey, 'order'), 0, -1),
  };
};
