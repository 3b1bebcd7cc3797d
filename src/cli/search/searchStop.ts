import { stopIndexing } from '../../search/indexingControl.js';
import { withServices } from '../withServices.js';

export const searchStop = ({ project }: { readonly project: string }): Promise<void> =>
  withServices(async services => {
    await services.engine.settings(project);
    console.log(await stopIndexing(services, project));
  });
