import { capitalized } from '../engine/schema/words.js';
import { readConfig } from '../base/config/readConfig.js';
import { changeSearch } from '../projects/updateProject.js';
import type { SearchedType } from '../search/SearchedType.js';
import type { SearchStatus } from '../search/SearchStatus.js';
import { searchStatusOf } from '../search/searchStatusOf.js';
import { startReindexing, stopIndexing } from '../search/indexingControl.js';
import { differenceKinds, type SearchDifferenceKind } from '../jobs/verification/search/SearchDifference.js';
import { type SearchVerification, verifySearchIndex } from '../jobs/verification/search/verifySearchIndex.js';
import type { Services } from '../services/services.js';
import { searchModuleMissing } from '../commerce/resources/project/index.js';
import { UsageError } from './options.js';
import { createProgress, formatBytes, formatSeconds, tabLine } from './output.js';
import { confirm } from './terminal.js';
import { enqueue, watchIndexing } from './watchIndexing.js';
import { withServices } from './withServices.js';

interface SearchOptions {
  readonly project: string;
  /** The type of the searched resources. */
  readonly type?: string;
}

/** Runs a command on the search of one type. */
const withSearch = <T>(
  { type = 'order' }: SearchOptions,
  run: (services: Services, type: SearchedType) => Promise<T>,
): Promise<T> =>
  withServices(services => {
    const search = services.searches.get(type);
    if (search === undefined) throw new UsageError(`Resources of the type '${type}' are not searched.`);
    return run({ ...services, search }, search.type);
  });

export const searchStatus = async ({
  json = false,
  ...options
}: SearchOptions & { readonly json?: boolean }): Promise<void> => {
  const { searchIdleDays } = readConfig(process.env);
  const status = await withSearch(options, services => searchStatusOf(services, options.project, searchIdleDays));
  const { project: projectKey } = options;
  if (json) console.log(JSON.stringify({ projectKey, ...status }));
  else for (const [name, value] of statusLines(projectKey, status)) console.log(`${name.padEnd(15)}${value}`);
};

const indexLine = ({ index, searchModule }: SearchStatus): string => {
  if (index === undefined) return 'none';
  const size =
    index.documents === undefined
      ? searchModule === 'unknown'
        ? 'unknown'
        : 'missing'
      : `${index.documents} documents, ${formatBytes(index.bytes ?? 0)}, ` +
        `${formatBytes(index.bytesPerResource ?? 0)} each, ${index.replaced} replaced`;
  return `number ${index.number}, layout ${index.layout ?? '?'}: ${size}`;
};

const jobLine = ({ job }: SearchStatus): string =>
  job === undefined || job.completed
    ? 'none'
    : `${job.id}: ${job.percentCompleted} %, ${job.nbrOfIndexedDocuments} of ${job.totalNbrOfDocuments} indexed, ` +
      `${job.nbrOfFailedDocuments} failed`;

const statusLines = (projectKey: string, status: SearchStatus): (readonly [name: string, value: string])[] => [
  ['project', projectKey],
  ['search', status.status],
  ['RediSearch', status.searchModule],
  ['resources', String(status.resources)],
  ['index', indexLine(status)],
  [
    'waiting',
    status.oldestWaitingSeconds === undefined
      ? String(status.waiting)
      : `${status.waiting}, the oldest for ${formatSeconds(status.oldestWaitingSeconds)}`,
  ],
  ['job', jobLine(status)],
  ['last search', status.searchedAt ?? 'unknown'],
  ...(status.daysLeft === undefined
    ? []
    : [['days left', `${status.daysLeft} until deactivation without a search`] as const]),
];

export const searchActivate = ({
  wait = false,
  startTimeoutMs,
  ...options
}: SearchOptions & {
  readonly wait?: boolean;
  /** Time to wait for a server that starts the job. */
  readonly startTimeoutMs?: number;
}): Promise<void> =>
  withSearch(options, async (services, { typeId, noun }) => {
    const { project } = options;
    await services.engine.settings(project);
    await assertAvailable(services, project, typeId);
    const isNew = await changeSearch(services, project, typeId, 'Activated');
    const state = await services.search.states.read(project);
    // A server may have completed the job of the activation already.
    const jobId = isNew ? state?.lastJobId : state?.jobId;
    console.log(
      `${noun} search of ${project} ` +
        `${isNew ? 'is activated' : 'was active already'}${jobId === undefined ? '' : `, the indexing job is ${jobId}`}`,
    );
    if (jobId === undefined) return;
    await enqueue(services, project, jobId, typeId);
    // No need to wait for a job while the project already has a searchable index.
    if (wait && (isNew || state?.current === undefined)) await watchIndexing(services, project, jobId, startTimeoutMs);
  });

const assertAvailable = async ({ indexes }: Services, projectKey: string, typeId: string): Promise<void> => {
  if (!(await indexes.available(projectKey, typeId))) throw new UsageError(searchModuleMissing);
};

export const searchDeactivate = ({
  yes = false,
  ...options
}: SearchOptions & { readonly yes?: boolean }): Promise<void> =>
  withSearch(options, async (services, { typeId, noun }) => {
    const { project } = options;
    const { searchedTypeIds } = await services.engine.settings(project);
    if (searchedTypeIds.includes(typeId) && !yes)
      await confirm(`${capitalized(noun)} search of ${project} stops answering, and its index is deleted.`, project);
    const isNew = await changeSearch(services, project, typeId, 'Deactivated');
    console.log(`${noun} search of ${project} ${isNew ? 'is deactivated' : 'was not active'}`);
  });

export const searchReindex = ({
  wait = false,
  ...options
}: SearchOptions & { readonly wait?: boolean }): Promise<void> =>
  withSearch(options, async (services, { typeId }) => {
    const { project } = options;
    await services.engine.settings(project);
    const { indexingJobId, existingIndexingJobId = '' } = await startReindexing(services, project);
    const job = indexingJobId ?? existingIndexingJobId;
    console.log(
      indexingJobId === undefined ? `the indexing job ${job} is already running` : `the indexing job is ${job}`,
    );
    await enqueue(services, project, job, typeId);
    if (wait) await watchIndexing(services, project, job);
  });

export const searchStop = (options: SearchOptions): Promise<void> =>
  withSearch(options, async services => {
    await services.engine.settings(options.project);
    console.log(await stopIndexing(services, options.project));
  });

interface VerifyOptions extends SearchOptions {
  readonly json?: boolean;
  readonly references?: boolean;
  readonly wait: number;
  readonly list: number;
}

export const searchVerify = async ({
  json = false,
  references = false,
  wait,
  list,
  ...options
}: VerifyOptions): Promise<void> => {
  const progress = createProgress('resources and documents compared');
  const verification = await withSearch(options, services =>
    verifySearchIndex(services, options.project, {
      references,
      waitMs: wait * 1000,
      listedMax: list,
      onProgress: progress.update,
    }),
  ).finally(progress.stop);
  if (json) console.log(JSON.stringify(verification));
  else printVerification(verification);
  if (!verification.isEqual) process.exitCode = 1;
};

const printVerification = ({
  index,
  resources,
  documents,
  pending,
  counts,
  differences,
  isEqual,
}: SearchVerification): void => {
  console.log(`index ${index}: ${documents} documents, ${resources} resources`);
  if (pending > 0) console.log(`${pending} not compared: their index update is pending`);
  if (isEqual) return console.log('no differences');
  for (const [kind, count] of Object.entries(counts))
    console.log(`${count} ${differenceKinds[kind as SearchDifferenceKind]}`);
  for (const { kind, id, detail } of differences) console.log(tabLine(kind, id ?? '-', detail));
};
