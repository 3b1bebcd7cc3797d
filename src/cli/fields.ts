import { setTimeout } from 'node:timers/promises';
import { required } from '../base/errors/ApiError.js';
import { customFieldPath } from '../engine/define/compileIndexes.js';
import { changeFieldIndexes } from '../projects/updateProject.js';
import type { Services } from '../services/services.js';
import { wholeList } from '../store/DataStore.js';
import { fieldIndexName } from '../store/FieldIndexes.js';
import { type ProjectOption, UsageError } from './options.js';
import { createProgress, printList, tabLine } from './output.js';
import { withServices } from './withServices.js';

export const fieldsList = async ({ project, json = false }: ProjectOption): Promise<void> => {
  const indexes = await withServices(async ({ settings, fieldIndexes }) => {
    const { key } = await settings.get(project);
    const states = [...(await fieldIndexes.states(key))].sort((a, b) =>
      fieldIndexName(a) < fieldIndexName(b) ? -1 : 1,
    );
    return Promise.all(
      states.map(async state => ({
        type: state.typeId,
        field: required(state.path.split('.').at(-1), 'the name of a custom field'),
        status: state.isComplete ? 'complete' : 'building',
        // The count is of resources that were stored when the index was started; commits add later ones.
        indexed: (await fieldIndexes.progress(key, state)).count,
      })),
    );
  });
  printList(indexes, json, ({ type, field, status, indexed }) =>
    tabLine(type, field, status, ...(status === 'building' ? [`${indexed} so far`] : [])),
  );
};

interface IndexOptions {
  readonly project: string;
  readonly type: string;
  readonly field: string;
  readonly wait?: boolean;
}

export const fieldsIndex = (options: IndexOptions): Promise<void> =>
  withServices(async services => {
    const { project, type, field, wait = false } = options;
    const isNew = await changeFieldIndexes(services, project, { typeId: type, name: field }, true);
    console.log(`the field ${field} of ${type} resources ${isNew ? 'will be' : 'was already'} indexed in ${project}`);
    if (!wait) return;
    await waitForIndex(services, options);
    console.log('the index is complete');
  });

const pollMs = 200;
/** A server checks every five seconds for work of other processes. */
const startTimeoutMs = 15_000;

/** Waits until the index is complete, and shows how many resources have been read. */
const waitForIndex = async (
  { fieldIndexes, store }: Services,
  { project, type, field }: IndexOptions,
): Promise<void> => {
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

export const fieldsUnindex = ({ project, type, field }: Omit<IndexOptions, 'wait'>): Promise<void> =>
  withServices(async services => {
    const isRemoved = await changeFieldIndexes(services, project, { typeId: type, name: field }, false);
    console.log(
      `the field ${field} of ${type} resources ${isRemoved ? 'is no longer' : 'was not'} indexed in ${project}`,
    );
  });
