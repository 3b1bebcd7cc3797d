/** The first account of a new server. */
import { deleteSetupCodes, hasAccounts, isSetupCode } from '../../auth/accounts/setupCodes.js';
import { RedisLock } from '../../base/redis/RedisLock.js';
import { invalidOperation, invalidInput } from '../../base/errors/ApiError.js';
import { Shape, Text } from '../../engine/schema/primitives.js';
import type { Services } from '../../services/services.js';
import { keys, serverKey } from '../../store/keys.js';
import { createAccount } from './accounts.js';
import { type ConsoleCall, type ConsoleResponse, readBody, respondJson, strictReader } from './ConsoleCall.js';
import { startSession } from './sessions.js';

const readSetupDraft = strictReader(Shape({ code: Text, email: Text, name: Text, password: Text }));

const lockMs = 10_000;

/** GET /-/setup. */
export const readSetup = async (services: Services): Promise<ConsoleResponse> =>
  respondJson(200, { required: !(await hasAccounts(services.redis)) });

const assertMaySetUp = async (services: Services, code: string): Promise<void> => {
  if (await hasAccounts(services.redis))
    throw invalidOperation('The server has an account already; expected an administrator to create further ones.');
  if (!(await isSetupCode(services.redis, code)))
    throw invalidInput(
      'The code is not one that the server has printed at its start since its data is empty; ' +
        'expected the newest one.',
    );
};

/** Creates the account while no other request does the same. */
const createFirstAccount = async (services: Services, call: ConsoleCall) => {
  const { code, ...draft } = readSetupDraft(readBody(call));
  const { remoteAddress } = call.session;
  const lock = new RedisLock(services.redis, keys.projectLock(serverKey), lockMs);
  if (!(await lock.take())) throw invalidOperation('Another request is creating the first account.');
  try {
    await assertMaySetUp(services, code);
    return await createAccount(services, { ...draft, role: 'administrator' }, { remoteAddress });
  } finally {
    await lock.release();
  }
};

/** POST /-/setup: creates the first administrator by a code that the start has printed, and signs in. */
export const setUp = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const { id } = await createFirstAccount(services, call);
  await deleteSetupCodes(services.redis);
  return startSession(services, call, 201, { accountId: id });
};
