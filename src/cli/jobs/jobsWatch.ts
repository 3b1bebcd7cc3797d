import { watchIndexing } from '../watchIndexing.js';
import { withServices } from '../withServices.js';

export const jobsWatch = ({ project }: { readonly project: string }): Promise<void> =>
  withServices(async services => {
    await services.engine.settings(project);
    const job = (await services.search.states.read(project))?.jobId;
    if (job === undefined) console.log(`${project} has no running indexing job`);
    else await watchIndexing(services, project, job);
  });
