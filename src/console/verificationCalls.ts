/** The requests for verifications of stored data, which a job makes (src/jobs/verificationJob.ts). */
import { required } from '../errors/required.js';
import { verificationQueueName } from '../jobs/queueNames.js';
import { Shape, Text } from '../schema/primitives.js';
import type { Services } from '../services/services.js';
import { assertOwnProject } from './assertOwnProject.js';
import { type ConsoleCall, type ConsoleResponse, readBody, respondJson } from './ConsoleCall.js';
import { signedInWith } from './signedIn.js';
import { strictReader } from './strictReader.js';

const readRequest = strictReader(Shape({ projectKey: Text }));

/** BullMQ is loaded when it is needed, since threads start faster without it. */
const loadRuns = () => import('../jobs/projectRuns.js');

const respond = async (services: Services, status: number, projectKey: string): Promise<ConsoleResponse> => {
  const { readProjectRun } = await loadRuns();
  return respondJson(status, await readProjectRun(services.redis, verificationQueueName, projectKey));
};

/** GET /-/verifications/{projectKey}: the last verification of the project. */
export const readVerificationCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await signedInWith(services, call, 'verify_projects');
  const projectKey = required(call.value, 'the key of the project');
  await assertOwnProject(services, session, projectKey);
  return respond(services, 200, projectKey);
};

/** POST /-/verifications: requests a verification; while one of the project waits or runs, nothing else. */
export const createVerificationCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await signedInWith(services, call, 'verify_projects');
  const { projectKey } = readRequest(readBody(call));
  await assertOwnProject(services, session, projectKey);
  const { requestProjectRun } = await loadRuns();
  await requestProjectRun(services.redis, verificationQueueName, { projectKey });
  // Starts the background thread where it is not running; a server without this message finds the run by itself.
  services.search.notifyIndexer(projectKey);
  return respond(services, 201, projectKey);
};
