import { changeOrderSearch } from '../../projects/changeOrderSearch.js';
import { withServices } from '../withServices.js';

export const searchDeactivate = ({ project }: { readonly project: string }): Promise<void> =>
  withServices(async services => {
    const isNew = await changeOrderSearch(services, project, 'Deactivated');
    console.log(`order search of ${project} ${isNew ? 'is deactivated' : 'was not active'}`);
  });
