import { readConfig } from '../base/config/readConfig.js';
import type { Config } from '../base/config/settings.js';
import { type MigrationOptions, migrateStoredData } from './migration/migrateStoredData.js';
import { keys } from '../store/keys.js';
import { createProgress, type Progress } from './output.js';
import { withEmbeddedRedis, withServicesOn } from './withServices.js';

type Options = Omit<MigrationOptions, 'onProgress'>;

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
  const progress = createStepProgress();
  const needs = { keys: [keys.format, keys.projects], check: async () => undefined };
  const { from, to } = await withServicesOn(config, redisUrl, needs, services =>
    migrateStoredData(services, {
      ...options,
      onProgress: ({ title }, projectKey, part) => {
        if (part === undefined) progress.begin(projectKey, title);
        else progress.update(part.done, part.total);
      },
    }),
  ).finally(progress.stop);
  console.log(
    from === to ? `The data has format ${to} already.` : `The data was converted from format ${from} to ${to}.`,
  );
};

/** Converts the data of REDIS_URL, or of the embedded Redis in DATA_DIR, which runs as long as the command. */
export const migrateCommand = async (options: Options): Promise<void> => {
  const config = readConfig(process.env);
  if (config.redisUrl !== '') return migrate(config, config.redisUrl, options);
  await withEmbeddedRedis(config, url => migrate(config, url, options));
};
