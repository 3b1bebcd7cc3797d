/** Codes that create the first account, so that a new server cannot be taken over through the network. */
import { hashSecret, newSecret } from '../../base/credentials/secrets.js';
import type { RedisClient } from '../../base/redis/connect.js';
import { keys, serverKey, serverKeys } from '../../store/keys.js';

/** Each start of a server without accounts adds a code; the newest are valid. */
const codesMax = 100;

/** Tells whether an account exists; without one, the first administrator is created by a code. */
export const hasAccounts = async (redis: RedisClient): Promise<boolean> =>
  (await redis.zcard(keys.ids(serverKey, 'account'))) > 0;

/** Resolves to a new code, of which Redis has the hash, or to undefined where an account exists. */
export const issueSetupCode = async (redis: RedisClient): Promise<string | undefined> => {
  if (await hasAccounts(redis)) return undefined;
  const code = newSecret();
  await redis.zadd(serverKeys.setupCodes, Date.now(), hashSecret(code));
  await redis.zremrangebyrank(serverKeys.setupCodes, 0, -codesMax - 1);
  return code;
};

export const isSetupCode = async (redis: RedisClient, code: string): Promise<boolean> =>
  (await redis.zscore(serverKeys.setupCodes, hashSecret(code))) !== null;

/** Deletes all codes; called once an account exists. */
export const deleteSetupCodes = async (redis: RedisClient): Promise<void> => {
  await redis.unlink(serverKeys.setupCodes);
};
