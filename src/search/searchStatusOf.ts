import { dayMs, isoTime } from '../base/durations.js';
import { readProject } from '../commerce/resources/project/projectSettings.js';
import { fail } from '../base/errors/ApiError.js';
import { isRedisUnavailable } from '../base/redis/redisErrors.js';
import { type IndexSize, UnknownIndexError } from './SearchIndexes.js';
import type { SearchState } from './SearchStates.js';
import { type DataStore, wholeList } from '../store/DataStore.js';
import { activatedTypes } from './types/index.js';
import type { TypeSearch } from './TypeSearch.js';
import { indexingStatusOf } from './indexingControl.js';
import type { SearchStatus } from './SearchStatus.js';

interface SearchStatusServices {
  readonly search: TypeSearch;
  readonly store: DataStore;
}

const failuresMax = 20;

const indexSizeOf = async (
  { search: { type, indexes } }: SearchStatusServices,
  projectKey: string,
  number: number,
): Promise<Partial<IndexSize> & { readonly bytesPerResource?: number }> => {
  const size = await indexes.size(projectKey, type.typeId, number).catch((error: unknown) => {
    if (error instanceof UnknownIndexError) return undefined;
    throw error;
  });
  return size === undefined
    ? {}
    : { ...size, bytesPerResource: size.documents === 0 ? 0 : Math.round(size.bytes / size.documents) };
};

/** Returns `unknown` for a server that does not answer or tell: it may have the module. */
const searchModuleOf = ({ search }: SearchStatusServices, projectKey: string): Promise<SearchStatus['searchModule']> =>
  search.indexes.available(projectKey, search.type.typeId).then(
    isAvailable => (isAvailable ? 'present' : 'missing'),
    (error: unknown) => {
      if (!isRedisUnavailable(error)) throw error;
      return 'unknown';
    },
  );

const indexOf = async (
  services: SearchStatusServices,
  projectKey: string,
  { current, layout, builtAtMs }: SearchState,
  searchModule: SearchStatus['searchModule'],
): Promise<Pick<SearchStatus, 'index'>> =>
  current === undefined
    ? {}
    : {
        index: {
          number: current,
          ...(layout !== undefined && { layout }),
          ...(builtAtMs !== undefined && { builtAt: isoTime(builtAtMs) }),
          ...(searchModule === 'present' && (await indexSizeOf(services, projectKey, current))),
        },
      };

const jobOf = async (
  services: SearchStatusServices,
  projectKey: string,
  { lastJobId: id }: SearchState,
): Promise<Pick<SearchStatus, 'job'>> => {
  const status = id === undefined ? undefined : await indexingStatusOf(services, projectKey, id);
  if (id === undefined || status === undefined) return {};
  return { job: { id, ...status, failures: status.failures.slice(0, failuresMax) } };
};

const marksOf = async (
  { search: { states } }: SearchStatusServices,
  projectKey: string,
): Promise<Pick<SearchStatus, 'waiting' | 'oldestWaitingSeconds'>> => {
  const [waiting, [oldest]] = await Promise.all([states.markCount(projectKey), states.oldestMarks(projectKey, 1)]);
  return {
    waiting,
    ...(oldest !== undefined && { oldestWaitingSeconds: Math.max(0, Date.now() - oldest.atMs) / 1000 }),
  };
};

const timesOf = (
  { activatedAtMs, searchedAtMs }: SearchState,
  idleDays: number,
): Pick<SearchStatus, 'activatedAt' | 'searchedAt' | 'daysLeft'> => ({
  activatedAt: isoTime(activatedAtMs),
  ...(searchedAtMs !== undefined && { searchedAt: isoTime(searchedAtMs) }),
  daysLeft: Math.max(0, Math.ceil(idleDays - (Date.now() - Math.max(activatedAtMs, searchedAtMs ?? 0)) / dayMs)),
});

/** Returns the state of the search of one type in a project, for operators. */
export const searchStatusOf = async (
  services: SearchStatusServices,
  projectKey: string,
  idleDays: number,
): Promise<SearchStatus> => {
  const project = await readProject(services.store, projectKey);
  if (project === undefined) throw fail('ResourceNotFound', { message: `The project '${projectKey}' was not found.` });
  const { type, states } = services.search;
  const state = await states.read(projectKey);
  const searchModule = await searchModuleOf(services, projectKey);
  return {
    typeId: type.typeId,
    searchModule,
    status: activatedTypes(project.searchIndexing).includes(type) ? 'Activated' : 'Deactivated',
    resources: (await services.store.rankRange(projectKey, type.typeId, { by: 'id' }, wholeList)).to,
    ...(state !== undefined && (await indexOf(services, projectKey, state, searchModule))),
    ...(await marksOf(services, projectKey)),
    ...(state !== undefined && (await jobOf(services, projectKey, state))),
    ...(state !== undefined && timesOf(state, idleDays)),
  };
};
