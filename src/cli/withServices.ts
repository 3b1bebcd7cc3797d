import { readConfig } from '../config/readConfig.js';
import { openServices, type Services } from '../services/services.js';
import { createServiceOptions } from '../services/ServiceOptions.js';
import { resolveEncryptionKey } from '../store/resolveEncryptionKey.js';
import { assertStoredFormat } from '../store/storedFormat.js';
import { redactPassword } from '../config/redisUrl.js';
import { instanceFilePath, readInstanceFile } from '../redis/embedded/instanceFile.js';
import { UsageError } from './UsageError.js';

const redisUrl = (): string => {
  const config = readConfig(process.env);
  const url = config.redisUrl === '' ? readInstanceFile(config.dataDir)?.url : config.redisUrl;
  if (url === undefined)
    throw new UsageError(
      `No running server was found: ${instanceFilePath(config.dataDir)} does not exist. Start it with npm start, or set DATA_DIR or REDIS_URL to those of the server.`,
    );
  return url;
};

/** Runs `work` with services on the Redis of the running server, which DATA_DIR or REDIS_URL determines. */
export const withServices = async <T>(work: (services: Services) => Promise<T>): Promise<T> => {
  const url = redisUrl();
  const config = readConfig(process.env);
  const options = {
    ...createServiceOptions(config, url, resolveEncryptionKey(config)),
    adoptsDurability: process.env.DURABILITY === undefined,
  };
  const services = await openServices(options).catch((error: Error) => {
    throw new UsageError(`No Redis answers at ${redactPassword(url)} (${error.message}). Is the server running?`);
  });
  try {
    await assertStoredFormat(services.redis);
    return await work(services);
  } finally {
    await services.close();
  }
};
