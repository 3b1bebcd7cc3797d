import { customFieldPath } from '../engine/define/customFieldIndex.js';
import { readProject } from '../registry/projectSettings.js';
import type { FieldIndexes } from '../store/FieldIndexes.js';
import { fieldIndexName } from '../store/fieldIndexName.js';
import type { Store } from '../store/Store.js';

export interface FieldIndexAccess {
  readonly store: Pick<Store, 'body'>;
  readonly fieldIndexes: FieldIndexes;
}

/**
 * Starts the indexes of custom fields that the project's setting names, and removes those that it does not name. True
 * where work is left: an index to be built, or lists of a removed index to be deleted.
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
