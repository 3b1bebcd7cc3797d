import { removeProjectRuns } from '../../jobs/removeProjectRuns.js';
import { deleteProject } from '../../projects/deleteProject.js';
import { readProject } from '../../registry/projectSettings.js';
import { confirm } from '../confirm.js';
import { withServices } from '../withServices.js';

export const projectDelete = (key: string, { yes = false }: { readonly yes?: boolean }): Promise<void> =>
  withServices(async services => {
    const isKnown = (await readProject(services.store, key)) !== undefined;
    if (isKnown && !yes)
      await confirm(`The project ${key} is deleted with all its data, which cannot be restored.`, key);
    await deleteProject(services, key, { removeRuns: () => removeProjectRuns(services.redis, key) });
    console.log(`project ${key} is deleted`);
  });
