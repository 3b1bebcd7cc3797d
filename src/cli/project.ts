import { findLostNode } from '../base/redis/diagnosis/examineCluster.js';
import { readProject } from '../commerce/resources/project/projectSettings.js';
import { removeProjectRuns } from '../jobs/projectRuns.js';
import { createProject, type ProjectDraft } from '../projects/createProject.js';
import { deleteProject } from '../projects/deleteProject.js';
import { listProjects } from '../projects/listProjects.js';
import { keys } from '../store/keys.js';
import { printList, tabLine } from './output.js';
import { confirm } from './terminal.js';
import { withReachableServices, withServices } from './withServices.js';

interface CreateOptions extends Omit<ProjectDraft, 'key'> {
  readonly json?: boolean;
}

export const projectCreate = async (key: string, { json = false, ...options }: CreateOptions): Promise<void> => {
  const credentials = await withServices(services => createProject(services, { key, ...options }));
  const { projectKey, clientId, clientSecret, scope } = credentials;
  console.log(
    json
      ? JSON.stringify({ projectKey, clientId, clientSecret, scope })
      : `project        ${projectKey}\nclient id      ${clientId}\n` +
          `client secret  ${clientSecret}    (shown this once)\nscope          ${scope}`,
  );
};

export const projectList = async ({ json = false }: { readonly json?: boolean }): Promise<void> => {
  const records = await withReachableServices([keys.projects], (services, lost) =>
    listProjects(services, key => {
      const node = findLostNode(services.redis, keys.prefix(key), lost)?.node;
      if (node !== undefined) console.error(`The project ${key} is not listed: ${node} has it.`);
      return node === undefined;
    }),
  );
  const shown = records.map(({ key, name, languages, currencies, countries, createdAt }) => ({
    key,
    name,
    languages,
    currencies,
    countries,
    createdAt,
  }));
  printList(shown, json, ({ key, name, createdAt }) => tabLine(key, name, createdAt));
};

export const projectDelete = (key: string, { yes = false }: { readonly yes?: boolean }): Promise<void> =>
  withServices(async services => {
    const isKnown = (await readProject(services.store, key)) !== undefined;
    if (isKnown && !yes)
      await confirm(`The project ${key} is deleted with all its data, which cannot be restored.`, key);
    await deleteProject(services, key, { removeRuns: () => removeProjectRuns(services.redis, key) });
    console.log(`project ${key} is deleted`);
  });
