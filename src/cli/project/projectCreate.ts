import { createProject, type ProjectDraft } from '../../projects/createProject.js';
import { withServices } from '../withServices.js';

interface Options extends Omit<ProjectDraft, 'key'> {
  readonly json?: boolean;
}

export const projectCreate = async (key: string, { json = false, ...options }: Options): Promise<void> => {
  const credentials = await withServices(services => createProject(services, { key, ...options }));
  const { projectKey, clientId, clientSecret, scope } = credentials;
  console.log(
    json
      ? JSON.stringify({ projectKey, clientId, clientSecret, scope })
      : `project        ${projectKey}\nclient id      ${clientId}\nclient secret  ${clientSecret}    (shown this once)\nscope          ${scope}`,
  );
};
