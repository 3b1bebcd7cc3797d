import { changeOrderSearch } from '../../projects/changeOrderSearch.js';
import { confirm } from '../confirm.js';
import { withServices } from '../withServices.js';

export const searchDeactivate = ({
  project,
  yes = false,
}: {
  readonly project: string;
  readonly yes?: boolean;
}): Promise<void> =>
  withServices(async services => {
    const { isSearched } = await services.engine.settings(project);
    if (isSearched && !yes)
      await confirm(`Order search of ${project} stops answering, and its index is deleted.`, project);
    const isNew = await changeOrderSearch(services, project, 'Deactivated');
    console.log(`order search of ${project} ${isNew ? 'is deactivated' : 'was not active'}`);
  });
