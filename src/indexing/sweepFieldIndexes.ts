import type { Logger } from 'pino';
import { isRedisUnavailable } from '../redis/isRedisUnavailable.js';
import { applyFieldIndexSetting, type FieldIndexAccess } from './applyFieldIndexSetting.js';

export interface SweepFieldIndexesOptions extends FieldIndexAccess {
  readonly log: Logger;
  /** Requests a run of the job that builds and deletes indexes of a project, unless it is already requested. */
  readonly enqueue: (projectKey: string) => Promise<void>;
  readonly now?: () => number;
}

/** A project stays registered for so long after its registration, which precedes the change of its setting. */
const registeredMs = 3_600_000;

const sweepProject = async (options: SweepFieldIndexesOptions, projectKey: string): Promise<void> => {
  const { fieldIndexes, enqueue, now = Date.now } = options;
  if (await applyFieldIndexSetting(options, projectKey)) return enqueue(projectKey);
  if ((await fieldIndexes.states(projectKey)).length > 0) return;
  await fieldIndexes.unregisterProject(projectKey, now() - registeredMs);
};

/** Makes the indexes of custom fields agree with the settings of their projects: finishes what a crash interrupted. */
export const sweepFieldIndexes = async (options: SweepFieldIndexesOptions): Promise<void> => {
  for (const projectKey of await options.fieldIndexes.registeredProjects())
    try {
      await sweepProject(options, projectKey);
    } catch (error) {
      options.log[isRedisUnavailable(error) ? 'debug' : 'error'](
        { err: error, projectKey },
        'comparing the indexes of custom fields with the project failed',
      );
    }
};
