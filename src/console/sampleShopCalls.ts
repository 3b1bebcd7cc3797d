/** The requests for sample shops, which a job writes (src/jobs/sampleShopJob.ts). */
import { fail } from '../errors/ApiError.js';
import { required } from '../errors/required.js';
import { ProjectError } from '../projects/createProject.js';
import { readProject } from '../registry/projectSettings.js';
import { IntegerFrom, Shape, Text } from '../schema/primitives.js';
import { assertNoShop } from '../seed/shop/assertNoShop.js';
import { customerPassword } from '../seed/shop/customers.js';
import type { Services } from '../services/services.js';
import { type ConsoleCall, type ConsoleResponse, readBody, respondJson } from './ConsoleCall.js';
import { signedInWith } from './signedIn.js';
import { strictReader } from './strictReader.js';

/** As many as the command line creates by default. */
const ordersMax = 5_000;

const readRequest = strictReader(Shape({ projectKey: Text, orders: IntegerFrom(1, ordersMax) }));

const assertProject = async ({ store }: Services, projectKey: string): Promise<void> => {
  if ((await readProject(store, projectKey)) === undefined)
    throw fail('ResourceNotFound', { message: `The project '${projectKey.slice(0, 100)}' was not found.` });
};

/** BullMQ is loaded when it is needed, since threads start faster without it. */
const loadRuns = () => import('../jobs/sampleShopRuns.js');

/** A complete shop comes with the password of its first customers, for a first sign-in. */
const respond = async ({ redis }: Services, status: number, projectKey: string): Promise<ConsoleResponse> => {
  const { readSampleShopStatus } = await loadRuns();
  const shop = await readSampleShopStatus(redis, projectKey);
  return respondJson(status, shop.state === 'completed' ? { ...shop, customerPassword } : shop);
};

/** GET /-/sample-shops/{projectKey}. */
export const readSampleShopCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  await signedInWith(services, call, 'manage_projects');
  const projectKey = required(call.value, 'the key of the project');
  await assertProject(services, projectKey);
  return respond(services, 200, projectKey);
};

/** POST /-/sample-shops: requests a shop of so many orders. While the project's shop is being written, nothing else. */
export const createSampleShopCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const { account } = await signedInWith(services, call, 'manage_projects');
  const request = readRequest(readBody(call));
  const { projectKey } = request;
  await assertProject(services, projectKey);
  const { readSampleShopStatus, requestSampleShop } = await loadRuns();
  const before = await readSampleShopStatus(services.redis, projectKey);
  if (before.state === 'waiting' || before.state === 'running') return respondJson(200, before);
  await assertNoShop(services, projectKey).catch((error: unknown) => {
    throw error instanceof ProjectError ? fail('InvalidOperation', { message: error.message }) : error;
  });
  await requestSampleShop(services.redis, request);
  // Starts the background thread where it is not running; a server without this message finds the run by itself.
  services.search.notifyIndexer(projectKey);
  const { id, email } = account;
  const { remoteAddress } = call.session;
  await services.audit.append({ event: 'sampleShopRequested', account: { id, email }, remoteAddress, projectKey });
  return respond(services, 201, projectKey);
};
