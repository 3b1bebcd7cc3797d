import { type QueueOverview, readQueueOverviews, type RunOverview } from '../jobs/readQueueOverviews.js';
import type { ProjectOption } from './options.js';
import { formatSeconds, printList } from './output.js';
import { watchIndexing } from './watchIndexing.js';
import { withServices } from './withServices.js';

export const jobsList = async ({ project, json = false }: Partial<ProjectOption>): Promise<void> => {
  const queues = await withServices(async ({ redis, engine }) => {
    if (project !== undefined) await engine.settings(project);
    return readQueueOverviews(redis, project);
  });
  if (queues.length === 0 && !json) console.log('No server has opened a queue yet.');
  printList(queues, json, queue => linesOf(queue).join('\n'));
};

const barLength = 30;

const bar = (percent: number): string => {
  const full = Math.round((barLength * percent) / 100);
  return `${'█'.repeat(full)}${'░'.repeat(barLength - full)} ${percent}%`;
};

const lastRunText = ({ last }: QueueOverview): string => {
  if (last === undefined) return 'last run: unknown';
  return `last run ${last.endedAt}${last.failure === undefined ? '' : `, failed: ${last.failure}`}`;
};

const scheduleText = ({ everySeconds, nextAt }: QueueOverview): string =>
  everySeconds === undefined ? 'on request' : `every ${formatSeconds(everySeconds)}, next ${nextAt ?? 'unknown'}`;

const runLine = ({ id, projectKey, startedAt, percent }: RunOverview): string =>
  `  running${projectKey === undefined ? '' : ` for ${projectKey}`} since ` +
  `${startedAt ?? 'now'}${percent === undefined ? '' : `  ${bar(percent)}`}  ${id}`;

const linesOf = (queue: QueueOverview): string[] => [
  `${queue.name}: ${queue.active} running, ${queue.waiting} waiting, ${queue.delayed} delayed, ` +
    `${queue.completed} completed, ${queue.failed} failed`,
  `  ${scheduleText(queue)}; ${lastRunText(queue)}`,
  ...queue.running.map(runLine),
];

export const jobsWatch = ({ project }: { readonly project: string }): Promise<void> =>
  withServices(async services => {
    await services.engine.settings(project);
    const job = (await services.search.states.read(project))?.jobId;
    if (job === undefined) console.log(`${project} has no running indexing job`);
    else await watchIndexing(services, project, job);
  });
