import { readConfig } from '../config/readConfig.js';
import type { Config } from '../config/settings.js';
import { migrateStoredData } from '../migration/migrateStoredData.js';
import { startEmbeddedRedis } from '../redis/embedded/startEmbeddedRedis.js';
import { createServiceOptions } from '../services/ServiceOptions.js';
import { openServices } from '../services/services.js';
import { resolveEncryptionKey } from '../store/resolveEncryptionKey.js';
import { createProgress, type Progress } from './createProgress.js';

interface Options {
  readonly serversAreStopped?: boolean;
}

/** Shows each step of each project with a progress of its own. */
const createStepProgress = () => {
  let current: Progress | undefined;
  const stop = (): void => {
    current?.stop();
    current = undefined;
  };
  return {
    begin: (projectKey: string, title: string) => {
      stop();
      console.error(`${projectKey}: ${title}`);
      current = createProgress(title);
    },
    update: (done: number, total: number) => current?.update(done, total),
    stop,
  };
};

const migrate = async (config: Config, redisUrl: string, options: Options): Promise<void> => {
  const services = await openServices(createServiceOptions(config, redisUrl, resolveEncryptionKey(config)));
  const progress = createStepProgress();
  try {
    const { from, to } = await migrateStoredData(services, {
      ...options,
      onProgress: ({ title }, projectKey, part) => {
        if (part === undefined) progress.begin(projectKey, title);
        else progress.update(part.done, part.total);
      },
    });
    progress.stop();
    console.log(
      from === to ? `The data has format ${to} already.` : `The data was converted from format ${from} to ${to}.`,
    );
  } finally {
    progress.stop();
    await services.close();
  }
};

/** Converts the data of REDIS_URL, or of the embedded Redis in DATA_DIR, which runs as long as the command. */
export const migrateCommand = async (options: Options): Promise<void> => {
  const config = readConfig(process.env);
  if (config.redisUrl !== '') return migrate(config, config.redisUrl, options);
  const embedded = await startEmbeddedRedis(config.dataDir, config.redisearchModule);
  try {
    await migrate(config, embedded.url, options);
  } finally {
    await embedded.stop();
  }
};
