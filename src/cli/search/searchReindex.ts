import { activationHint } from '../../search/activationHint.js';
import { startReindexing } from '../../search/indexingControl.js';
import { enqueue, watchIndexing } from '../watchIndexing.js';
import { UsageError } from '../UsageError.js';
import { withServices } from '../withServices.js';

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
    if (job === undefined) throw new UsageError(`Order search is not active in ${project}. ${activationHint(project)}`);
    console.log(
      indexingJobId === undefined ? `the indexing job ${job} is already running` : `the indexing job is ${job}`,
    );
    await enqueue(services, project, job);
    if (wait) await watchIndexing(services, project, job);
  });
