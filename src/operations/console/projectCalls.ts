/**
 * The requests for projects of the server, for their sample shops and for verifications of their stored data; jobs
 * write the shops (src/jobs/sampleShopJob.ts) and verify (src/jobs/verificationJob.ts).
 */
import { scopePresets, scopeTable } from '../../base/credentials/scopeTable.js';
import { required, invalidInput, invalidOperation } from '../../base/errors/ApiError.js';
import { readProject } from '../../commerce/resources/project/projectSettings.js';
import { IntegerFrom, List, Optional, Shape, Text } from '../../engine/schema/primitives.js';
import { verificationQueueName } from '../../jobs/queueNames.js';
import { createProject, ProjectError } from '../../projects/createProject.js';
import { listProjects } from '../../projects/listProjects.js';
import type { Services } from '../../services/services.js';
import { type ConsoleCall, type ConsoleResponse, readBody, respondJson, strictReader } from './ConsoleCall.js';
import { assertOwnProject, assertProjectExists, signedIn, signedInWith } from './signedIn.js';

/** GET /-/projects. */
export const listProjectsCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  await signedInWith(services, call, 'manage_projects');
  const results = await listProjects(services);
  return respondJson(200, { count: results.length, results });
};

const codesMax = 500;
const Codes = Optional(List(Text, codesMax));

const readProjectDraft = strictReader(
  Shape({ key: Text, name: Optional(Text), languages: Codes, currencies: Codes, countries: Codes }),
);

/** POST /-/projects: creates a project and its first API client, whose secret only this response contains. */
export const createProjectCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const { account } = await signedInWith(services, call, 'manage_projects');
  const draft = readProjectDraft(readBody(call));
  const { projectKey, clientId, clientSecret, scope } = await createProject(services, draft).catch((error: unknown) => {
    throw error instanceof ProjectError ? invalidInput(error.message) : error;
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

/** GET /-/sample-shops/{projectKey}. */
export const readSampleShopCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  await signedInWith(services, call, 'manage_projects');
  const projectKey = required(call.value, 'the key of the project');
  await assertProjectExists(services, projectKey);
  return respondWithShop(services, 200, projectKey);
};

/** The command line creates as many by default. */
const ordersMax = 5_000;

const readShopRequest = strictReader(Shape({ projectKey: Text, orders: IntegerFrom(1, ordersMax) }));

/** POST /-/sample-shops: requests a shop of so many orders, unless the project's shop is being written. */
export const createSampleShopCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const { account } = await signedInWith(services, call, 'manage_projects');
  const request = readShopRequest(readBody(call));
  const { projectKey } = request;
  await assertProjectExists(services, projectKey);
  const { assertNoShop, readSampleShopStatus, requestSampleShop } = await loadShopRuns();
  const before = await readSampleShopStatus(services.redis, projectKey);
  if (before.state === 'waiting' || before.state === 'running') return respondJson(200, before);
  await assertNoShop(services, projectKey).catch((error: unknown) => {
    throw error instanceof ProjectError ? invalidOperation(error.message) : error;
  });
  await requestSampleShop(services.redis, request);
  // Starts the background thread where it is not running; a server without this message finds the run by itself.
  services.search.notifyIndexer(projectKey);
  const { id, email } = account;
  const { remoteAddress } = call.session;
  await services.audit.append({ event: 'sampleShopRequested', account: { id, email }, remoteAddress, projectKey });
  return respondWithShop(services, 201, projectKey);
};

/** BullMQ is loaded when it is needed, since threads start faster without it. */
const loadShopRuns = () => import('../../jobs/sampleShopJob.js');

const respondWithShop = async ({ redis }: Services, status: number, projectKey: string): Promise<ConsoleResponse> => {
  const { readSampleShopStatus } = await loadShopRuns();
  return respondJson(status, await readSampleShopStatus(redis, projectKey));
};

/** GET /-/verifications/{projectKey}: the last verification of the project. */
export const readVerificationCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await signedInWith(services, call, 'verify_projects');
  const projectKey = required(call.value, 'the key of the project');
  await assertOwnProject(services, session, projectKey);
  return respondWithRun(services, 200, projectKey);
};

const readVerificationRequest = strictReader(Shape({ projectKey: Text }));

/** POST /-/verifications: requests a verification, unless one of the project waits or runs. */
export const createVerificationCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await signedInWith(services, call, 'verify_projects');
  const { projectKey } = readVerificationRequest(readBody(call));
  await assertOwnProject(services, session, projectKey);
  const { requestProjectRun } = await loadProjectRuns();
  await requestProjectRun(services.redis, verificationQueueName, { projectKey });
  // Starts the background thread where it is not running; a server without this message finds the run by itself.
  services.search.notifyIndexer(projectKey);
  return respondWithRun(services, 201, projectKey);
};

/** BullMQ is loaded when it is needed, since threads start faster without it. */
const loadProjectRuns = () => import('../../jobs/projectRuns.js');

const respondWithRun = async (services: Services, status: number, projectKey: string): Promise<ConsoleResponse> => {
  const { readProjectRun } = await loadProjectRuns();
  return respondJson(status, await readProjectRun(services.redis, verificationQueueName, projectKey));
};

/** GET /-/scopes: the names of all scopes that an API client may have, and sets of them for common programs. */
export const listScopes = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  await signedIn(services, call);
  const results = [...scopeTable.keys()].map(name => ({ name }));
  return respondJson(200, { count: results.length, results, presets: scopePresets });
};
