/** All that there is to tell of a project's order search, for who runs it. */
import { readProject } from '../registry/projectSettings.js';
import { fail } from '../errors/ApiError.js';
import type { Services } from '../services/services.js';
import { type IndexSize, UnknownIndexError } from '../store/SearchIndexes.js';
import type { SearchState } from '../store/SearchStates.js';
import { wholeList } from '../store/Store.js';
import { type IndexingStatus, indexingStatusOf } from './indexingControl.js';

export interface SearchStatus {
  readonly projectKey: string;
  /** The project's setting. */
  readonly status: 'Activated' | 'Deactivated';
  readonly orders: number;
  /** The index that is searched; `layout` is that of its documents, sizes are absent where it is gone. */
  readonly index?: {
    readonly number: number;
    readonly layout?: number;
    readonly bytesPerOrder?: number;
  } & Partial<IndexSize>;
  /** Orders that the index has yet to follow. */
  readonly waiting: number;
  readonly oldestWaitingSeconds?: number;
  /** The indexing job under way. */
  readonly job?: Omit<IndexingStatus, 'failures' | 'completed'> & { readonly id: string };
  readonly activatedAt?: string;
  readonly searchedAt?: string;
  /** Until order search is deactivated because nobody searches (SEARCH059). */
  readonly daysLeft?: number;
}

type StatusServices = Pick<Services, 'search' | 'store'>;

const dayMs = 86_400_000;

const sizeOf = async (
  { search: { indexes } }: StatusServices,
  projectKey: string,
  number: number,
): Promise<Partial<IndexSize> & { readonly bytesPerOrder?: number }> => {
  const size = await indexes.size(projectKey, 'order', number).catch((error: unknown) => {
    if (error instanceof UnknownIndexError) return undefined;
    throw error;
  });
  return size === undefined
    ? {}
    : { ...size, bytesPerOrder: size.documents === 0 ? 0 : Math.round(size.bytes / size.documents) };
};

const indexOf = async (
  services: StatusServices,
  projectKey: string,
  { current, layout }: SearchState,
): Promise<Pick<SearchStatus, 'index'>> =>
  current === undefined
    ? {}
    : {
        index: {
          number: current,
          ...(layout !== undefined && { layout }),
          ...(await sizeOf(services, projectKey, current)),
        },
      };

const jobOf = async (
  services: StatusServices,
  projectKey: string,
  { jobId }: SearchState,
): Promise<Pick<SearchStatus, 'job'>> => {
  const status = jobId === undefined ? undefined : await indexingStatusOf(services, projectKey, jobId);
  if (jobId === undefined || status === undefined) return {};
  const { failures: _, completed: __, ...told } = status;
  return { job: { id: jobId, ...told } };
};

const marksOf = async (
  { search: { states } }: StatusServices,
  projectKey: string,
): Promise<Pick<SearchStatus, 'waiting' | 'oldestWaitingSeconds'>> => {
  const [waiting, [oldest]] = await Promise.all([states.markCount(projectKey), states.oldestMarks(projectKey, 1)]);
  return {
    waiting,
    ...(oldest !== undefined && { oldestWaitingSeconds: Math.max(0, Date.now() - oldest.atMs) / 1000 }),
  };
};

const timeOf = (ms: number): string => new Date(ms).toISOString();

const timesOf = (
  { activatedAtMs, searchedAtMs }: SearchState,
  idleDays: number,
): Pick<SearchStatus, 'activatedAt' | 'searchedAt' | 'daysLeft'> => ({
  activatedAt: timeOf(activatedAtMs),
  ...(searchedAtMs !== undefined && { searchedAt: timeOf(searchedAtMs) }),
  daysLeft: Math.max(0, Math.ceil(idleDays - (Date.now() - Math.max(activatedAtMs, searchedAtMs ?? 0)) / dayMs)),
});

export const searchStatusOf = async (
  services: StatusServices,
  projectKey: string,
  idleDays: number,
): Promise<SearchStatus> => {
  const project = await readProject(services.store, projectKey);
  if (project === undefined) throw fail('ResourceNotFound', { message: `The project '${projectKey}' was not found.` });
  const state = await services.search.states.read(projectKey);
  return {
    projectKey,
    status: project.searchIndexing?.orders?.status ?? 'Deactivated',
    orders: (await services.store.rankRange(projectKey, 'order', { by: 'id' }, wholeList)).to,
    ...(state !== undefined && (await indexOf(services, projectKey, state))),
    ...(await marksOf(services, projectKey)),
    ...(state !== undefined && (await jobOf(services, projectKey, state))),
    ...(state !== undefined && timesOf(state, idleDays)),
  };
};
