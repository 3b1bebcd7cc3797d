import { readConfig } from '../../config/readConfig.js';
import { searchStatusOf, type SearchStatus } from '../../search/searchStatusOf.js';
import { formatBytes, formatSeconds } from '../formatUnits.js';
import { withServices } from '../withServices.js';

const indexLine = ({ index, searchModule }: SearchStatus): string => {
  if (index === undefined) return 'none';
  const size =
    index.documents === undefined
      ? searchModule === 'unknown'
        ? 'unknown'
        : 'missing'
      : `${index.documents} documents, ${formatBytes(index.bytes ?? 0)}, ${formatBytes(index.bytesPerOrder ?? 0)} per order, ${index.replaced} replaced`;
  return `number ${index.number}, layout ${index.layout ?? '?'}: ${size}`;
};

const jobLine = ({ job }: SearchStatus): string =>
  job === undefined
    ? 'none'
    : `${job.id}: ${job.percentCompleted} %, ${job.nbrOfIndexedDocuments} of ${job.totalNbrOfDocuments} indexed, ${job.nbrOfFailedDocuments} failed`;

const lines = (status: SearchStatus): (readonly [name: string, value: string])[] => [
  ['project', status.projectKey],
  ['order search', status.status],
  ['RediSearch', status.searchModule],
  ['orders', String(status.orders)],
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
  else for (const [name, value] of lines(status)) console.log(`${name.padEnd(15)}${value}`);
};
