import { readConfig } from '../config/readConfig.js';
import { openServices, serviceOptionsOf, type Services } from '../services/services.js';
import { encryptionKeyOf } from '../store/encryptionKey.js';
import { withoutPassword } from '../store/redisUrl.js';
import { noteFile, readNote } from '../store/redisNote.js';

/** A command that cannot run as it was given. */
export class UsageError extends Error {}

const redisUrl = (): string => {
  const config = readConfig(process.env);
  const url = config.redisUrl === '' ? readNote(config.dataDir)?.url : config.redisUrl;
  if (url === undefined)
    throw new UsageError(
      `No running server was found: ${noteFile(config.dataDir)} does not exist. Start it with npm start, or set DATA_DIR or REDIS_URL to those of the server.`,
    );
  return url;
};

/** Runs `work` on the Redis of the running server, which DATA_DIR or REDIS_URL names. */
export const withServices = async <T>(work: (services: Services) => Promise<T>): Promise<T> => {
  const url = redisUrl();
  const config = readConfig(process.env);
  const services = await openServices(serviceOptionsOf(config, url, encryptionKeyOf(config))).catch((error: Error) => {
    throw new UsageError(`No Redis answers at ${withoutPassword(url)} (${error.message}). Is the server running?`);
  });
  try {
    return await work(services);
  } finally {
    await services.close();
  }
};
