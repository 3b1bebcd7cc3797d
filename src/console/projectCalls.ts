/** The requests for projects of the server. */
import { fail } from '../errors/ApiError.js';
import { createProject, ProjectError } from '../projects/createProject.js';
import { listProjects } from '../projects/listProjects.js';
import { required } from '../errors/required.js';
import { readProject } from '../registry/projectSettings.js';
import { List, Optional, Shape, Text } from '../schema/primitives.js';
import type { Services } from '../services/services.js';
import { type ConsoleCall, type ConsoleResponse, readBody, respondJson } from './ConsoleCall.js';
import { signedInWith } from './signedIn.js';
import { strictReader } from './strictReader.js';

const codesMax = 500;
const Codes = Optional(List(Text, codesMax));

const readProjectDraft = strictReader(
  Shape({ key: Text, name: Optional(Text), languages: Codes, currencies: Codes, countries: Codes }),
);

/** GET /-/projects. */
export const listProjectsCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  await signedInWith(services, call, 'manage_projects');
  const results = await listProjects(services);
  return respondJson(200, { count: results.length, results });
};

/** POST /-/projects: creates a project and its first API client, whose secret only this response contains. */
export const createProjectCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const { account } = await signedInWith(services, call, 'manage_projects');
  const draft = readProjectDraft(readBody(call));
  const { projectKey, clientId, clientSecret, scope } = await createProject(services, draft).catch((error: unknown) => {
    throw error instanceof ProjectError ? fail('InvalidInput', { message: error.message }) : error;
  });
  await services.audit.append({
    event: 'projectCreated',
    account: { id: account.id, email: account.email },
    remoteAddress: call.session.remoteAddress,
    projectKey,
    clientId,
  });
  const project = required(await readProject(services.store, projectKey), `the project ${projectKey}`);
  return respondJson(201, { project, client: { id: clientId, secret: clientSecret, scope } });
};
