import { customFieldPath } from '../../engine/define/compileIndexes.js';
import { readProject } from '../../commerce/resources/project/projectSettings.js';
import { type FieldIndexes, fieldIndexName } from '../../store/FieldIndexes.js';
import type { DataStore } from '../../store/DataStore.js';
import type { Logger } from 'pino';
import { forEachProject } from './PeriodicTasks.js';

interface FieldIndexAccess {
  readonly store: Pick<DataStore, 'body'>;
  readonly fieldIndexes: FieldIndexes;
}

/**
 * Starts the indexes of custom fields that the project's setting names, and removes the others. Returns true where work
 * is left: an index to build, or lists of a removed index to delete.
 */
export const applyFieldIndexSetting = async (
  { store, fieldIndexes }: FieldIndexAccess,
  projectKey: string,
): Promise<boolean> => {
  // The states come first: an index that another process starts later is not compared with an older setting.
  const states = await fieldIndexes.states(projectKey);
  const wanted = new Map(
    ((await readProject(store, projectKey))?.customFieldIndexes ?? []).map(({ typeId, name }) => {
      const index = { typeId, path: customFieldPath(name) };
      return [fieldIndexName(index), index];
    }),
  );
  for (const state of states) if (!wanted.has(fieldIndexName(state))) await fieldIndexes.remove(projectKey, state);
  const known = new Set(states.map(fieldIndexName));
  let isWorkLeft = states.some(({ isComplete }) => !isComplete);
  for (const [name, index] of wanted)
    if (!known.has(name)) {
      await fieldIndexes.start(projectKey, index);
      isWorkLeft = true;
    }
  return isWorkLeft || (await fieldIndexes.removals(projectKey)).length > 0;
};

interface SweepFieldIndexesOptions extends FieldIndexAccess {
  readonly log: Logger;
  /** Requests a run of the job that builds and deletes indexes of a project, unless it is already requested. */
  readonly enqueue: (projectKey: string) => Promise<void>;
}

/** A project stays registered for this time after its registration, which precedes the change of its setting. */
const registeredMs = 3_600_000;

const sweepProject = async (options: SweepFieldIndexesOptions, projectKey: string): Promise<void> => {
  const { fieldIndexes, enqueue } = options;
  if (await applyFieldIndexSetting(options, projectKey)) return enqueue(projectKey);
  if ((await fieldIndexes.states(projectKey)).length > 0) return;
  await fieldIndexes.unregisterProject(projectKey, Date.now() - registeredMs);
};

/** Makes the indexes of custom fields agree with the settings of their projects, also after a crash. */
export const sweepFieldIndexes = async (options: SweepFieldIndexesOptions): Promise<void> =>
  forEachProject(
    await options.fieldIndexes.registeredProjects(),
    options.log,
    'comparing the indexes of custom fields with the project failed',
    projectKey => sweepProject(options, projectKey),
  );
