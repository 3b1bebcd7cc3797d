import { changeOrderSearch } from '../../projects/changeOrderSearch.js';
import type { Services } from '../../services/services.js';
import { searchModuleMissing } from '../../store/SearchIndexes.js';
import { enqueue, watchIndexing } from '../watchIndexing.js';
import { UsageError } from '../UsageError.js';
import { withServices } from '../withServices.js';

const assertAvailable = async ({ indexes }: Services, projectKey: string): Promise<void> => {
  if (!(await indexes.available(projectKey))) throw new UsageError(searchModuleMissing);
};

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
