import { setTimeout } from 'node:timers/promises';
import { customFieldPath } from '../../engine/define/customFieldIndex.js';
import { changeFieldIndexes } from '../../projects/changeFieldIndexes.js';
import type { Services } from '../../services/services.js';
import { createProgress } from '../createProgress.js';
import { UsageError } from '../UsageError.js';
import { withServices } from '../withServices.js';
import { wholeList } from '../../store/Store.js';

const pollMs = 200;
/** A server checks every five seconds for work of other processes. */
const startTimeoutMs = 15_000;

interface Options {
  readonly project: string;
  readonly type: string;
  readonly field: string;
  readonly wait?: boolean;
}

/** Waits until the index is complete, and shows how many resources have been read. */
const waitForIndex = async ({ fieldIndexes, store }: Services, { project, type, field }: Options): Promise<void> => {
  const progress = createProgress('resources indexed');
  const startMs = performance.now();
  const { to: total } = await store.rankRange(project, type, { by: 'id' }, wholeList);
  try {
    for (;;) {
      const states = await fieldIndexes.states(project);
      const state = states.find(({ typeId, path }) => typeId === type && path === customFieldPath(field));
      if (state?.isComplete === true) return;
      const { count } = state === undefined ? { count: 0 } : await fieldIndexes.progress(project, state);
      progress.update(count, total);
      if (count === 0 && performance.now() - startMs > startTimeoutMs)
        throw new UsageError(
          'No running server has started to build the index. A server builds it as soon as it runs.',
        );
      await setTimeout(pollMs);
    }
  } finally {
    progress.stop();
  }
};

export const fieldsIndex = (options: Options): Promise<void> =>
  withServices(async services => {
    const { project, type, field, wait = false } = options;
    const isNew = await changeFieldIndexes(services, project, { typeId: type, name: field }, true);
    console.log(`the field ${field} of ${type} resources ${isNew ? 'will be' : 'was already'} indexed in ${project}`);
    if (!wait) return;
    await waitForIndex(services, options);
    console.log('the index is complete');
  });
