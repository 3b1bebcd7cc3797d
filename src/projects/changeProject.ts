import { fail } from '../errors/ApiError.js';
import { required } from '../errors/required.js';
import { readProject } from '../registry/projectSettings.js';
import type { Project } from '../resources/project/members.js';
import type { Services } from '../services/services.js';
import { updateProject } from './updateProject.js';

/**
 * Changes a project by update actions, as a client does. `actionsFor` gives the actions; without any it resolves to
 * false. Throws ConcurrentModification when another request changes the project.
 */
export const changeProject = async (
  services: Services,
  projectKey: string,
  actionsFor: (project: Project) => readonly object[],
): Promise<boolean> => {
  const project = await readProject(services.store, projectKey);
  if (project === undefined) throw fail('ResourceNotFound', { message: `The project '${projectKey}' was not found.` });
  const actions = actionsFor(project);
  if (actions.length === 0) return false;
  await updateProject(services, {
    projectKey,
    resourceType: required(services.engine.resourceTypes.get('project'), 'the resource type project'),
    address: { field: 'id', value: projectKey },
    query: new URLSearchParams(),
    body: Buffer.from(JSON.stringify({ version: project.version, actions })),
    client: {},
  });
  return true;
};
