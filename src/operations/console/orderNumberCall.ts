/** POST /-/order-numbers: a number for an order that the console makes of a cart, such as one by phone. */
import { retryOnce } from '../../base/redis/redisErrors.js';
import { fail, required, invalidOperation } from '../../base/errors/ApiError.js';
import { newOrderNumberPattern } from '../../commerce/resources/project/members.js';
import { readProject } from '../../commerce/resources/project/projectSettings.js';
import { Shape, Text } from '../../engine/schema/primitives.js';
import type { Services } from '../../services/services.js';
import { keys } from '../../store/keys.js';
import { type ConsoleCall, type ConsoleResponse, readBody, respondJson, strictReader } from './ConsoleCall.js';
import { assertOwnProject, type ConsoleSession, permissionsIn, signedIn } from './signedIn.js';

const readRequest = strictReader(Shape({ projectKey: Text }));

const permission = 'manage_orders';

const assertMayOrder = async (services: Services, session: ConsoleSession, projectKey: string): Promise<void> => {
  const isOther = 'client' in session && session.client.projectKey !== projectKey;
  if (isOther || !permissionsIn(session).includes(permission))
    throw fail('PermissionRequired', {
      message:
        `The session lacks the permission ${permission} in the project '${projectKey.slice(0, 100)}'; ` +
        'expected one that has it.',
    });
  if ('account' in session) await assertOwnProject(services, session, projectKey);
};

/** Numbers have so many digits at least. */
const digits = 5;
/** The call fails after so many numbers in a row that other clients have given. */
const takenMax = 1_000;

/**
 * The next number of a series that no order has. Each call takes another one, whether an order is made with it or not;
 * the commit of the order refuses a number that another client has given meanwhile.
 */
const takeNumber = async ({ redis, store }: Services, projectKey: string, series: string): Promise<string> => {
  for (let attempt = 0; attempt < takenMax; attempt++) {
    const number = await retryOnce(() => redis.hincrby(keys.orderNumbers(projectKey), series, 1));
    const orderNumber = series.replace('{number}', String(number).padStart(digits, '0'));
    if ((await store.findId(projectKey, 'order', 'orderNumber', orderNumber)) === null) return orderNumber;
  }
  throw invalidOperation(
    `The next ${takenMax} numbers of the series '${series}' are taken; ` +
      'expected another pattern of the project, or another attempt.',
  );
};

export const takeOrderNumberCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await signedIn(services, call);
  const { projectKey } = readRequest(readBody(call));
  await assertMayOrder(services, session, projectKey);
  const project = required(await readProject(services.store, projectKey), 'the project of the session');
  const { orderNumberPattern = newOrderNumberPattern } = project;
  const series = orderNumberPattern.replace('{year}', String(new Date().getUTCFullYear()));
  return respondJson(201, { orderNumber: await takeNumber(services, projectKey, series) });
};
