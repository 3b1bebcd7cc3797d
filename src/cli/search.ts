import { readConfig } from '../base/config/readConfig.js';
import { changeOrderSearch } from '../projects/updateProject.js';
import { type SearchStatus, searchStatusOf } from '../search/searchStatusOf.js';
import { startReindexing, stopIndexing } from '../search/indexingControl.js';
import { differenceKinds, type SearchDifferenceKind } from '../jobs/verification/search/SearchDifference.js';
import { type SearchVerification, verifySearchIndex } from '../jobs/verification/search/verifySearchIndex.js';
import type { Services } from '../services/services.js';
import { searchModuleMissing } from '../commerce/resources/project/beforeCommit.js';
import { UsageError } from './options.js';
import { createProgress, formatBytes, formatSeconds } from './output.js';
import { confirm } from './terminal.js';
import { enqueue, watchIndexing } from './watchIndexing.js';
import { withServices } from './withServices.js';

export const searchStatus = async ({
  project,
  json = false,
}: {
  readonly project: string;
  readonly json?: boolean;
}): Promise<void> => {
  const { searchIdleDays } = readConfig(process.env);
  const status = await withServices(services => searchStatusOf(services, project, searchIdleDays));
  if (json) console.log(JSON.stringify(status));
  else for (const [name, value] of statusLines(status)) console.log(`${name.padEnd(15)}${value}`);
};

const indexLine = ({ index, searchModule }: SearchStatus): string => {
  if (index === undefined) return 'none';
  const size =
    index.documents === undefined
      ? searchModule === 'unknown'
        ? 'unknown'
        : 'missing'
      : `${index.documents} documents, ${formatBytes(index.bytes ?? 0)}, ${formatBytes(index.bytesPerResource ?? 0)} each, ${index.replaced} replaced`;
  return `number ${index.number}, layout ${index.layout ?? '?'}: ${size}`;
};

const jobLine = ({ job }: SearchStatus): string =>
  job === undefined
    ? 'none'
    : `${job.id}: ${job.percentCompleted} %, ${job.nbrOfIndexedDocuments} of ${job.totalNbrOfDocuments} indexed, ${job.nbrOfFailedDocuments} failed`;

const statusLines = (status: SearchStatus): (readonly [name: string, value: string])[] => [
  ['project', status.projectKey],
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
  project,
  wait = false,
  startTimeoutMs,
}: {
  readonly project: string;
  readonly wait?: boolean;
  /** How long to wait for a server that starts the job. */
  readonly startTimeoutMs?: number;
}): Promise<void> =>
  withServices(async services => {
    await services.engine.settings(project);
    await assertAvailable(services, project);
    const isNew = await changeOrderSearch(services, project, 'Activated');
    const { jobId, current } = (await services.search.states.read(project)) ?? {};
    console.log(
      `order search of ${project} ${isNew ? 'is activated' : 'was active already'}${jobId === undefined ? '' : `, the indexing job is ${jobId}`}`,
    );
    if (jobId === undefined) return;
    await enqueue(services, project, jobId);
    // No need to wait for a job while the project already has a searchable index.
    if (wait && (isNew || current === undefined)) await watchIndexing(services, project, jobId, startTimeoutMs);
  });

const assertAvailable = async ({ indexes }: Services, projectKey: string): Promise<void> => {
  if (!(await indexes.available(projectKey))) throw new UsageError(searchModuleMissing);
};

export const searchDeactivate = ({
  project,
  yes = false,
}: {
  readonly project: string;
  readonly yes?: boolean;
}): Promise<void> =>
  withServices(async services => {
    const { searchedTypeIds } = await services.engine.settings(project);
    if (searchedTypeIds.includes('order') && !yes)
      await confirm(`Order search of ${project} stops answering, and its index is deleted.`, project);
    const isNew = await changeOrderSearch(services, project, 'Deactivated');
    console.log(`order search of ${project} ${isNew ? 'is deactivated' : 'was not active'}`);
  });

export const searchReindex = ({
  project,
  wait = false,
}: {
  readonly project: string;
  readonly wait?: boolean;
}): Promise<void> =>
  withServices(async services => {
    await services.engine.settings(project);
    const { indexingJobId, existingIndexingJobId } = await startReindexing(services, project);
    const job = indexingJobId ?? existingIndexingJobId;
    if (job === undefined)
      throw new UsageError(`Order search is not active in ${project}. ${services.search.type.activationHint(project)}`);
    console.log(
      indexingJobId === undefined ? `the indexing job ${job} is already running` : `the indexing job is ${job}`,
    );
    await enqueue(services, project, job);
    if (wait) await watchIndexing(services, project, job);
  });

export const searchStop = ({ project }: { readonly project: string }): Promise<void> =>
  withServices(async services => {
    await services.engine.settings(project);
    console.log(await stopIndexing(services, project));
  });

interface VerifyOptions {
  readonly project: string;
  readonly json?: boolean;
  readonly references?: boolean;
  readonly wait: number;
  readonly list: number;
}

export const searchVerify = async ({
  project,
  json = false,
  references = false,
  wait,
  list,
}: VerifyOptions): Promise<void> => {
  const progress = createProgress('orders and documents compared');
  const verification = await withServices(services =>
    verifySearchIndex(services, project, {
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
  for (const { kind, id, detail } of differences) console.log(`${kind}\t${id ?? '-'}\t${detail}`);
};
