import type { Logger } from 'pino';
import { customFieldIndex, hashedValues } from '../engine/define/compileIndexes.js';
import { fillNextBatch, IndexRemovedError } from '../engine/indexes/fillIndexes.js';
import { applyFieldIndexSetting } from '../search/indexing/fieldIndexes.js';
import type { FieldIndex, FieldIndexes } from '../store/FieldIndexes.js';
import type { DataStore } from '../store/DataStore.js';
import type { StoredKeys } from '../store/StoredKeys.js';
import { type Job, JobInterruptedError, pauseJob } from './Job.js';
import { fieldIndexQueueName } from './queueNames.js';

export interface FieldIndexJobOptions {
  readonly store: DataStore;
  readonly storedKeys: StoredKeys;
  readonly fieldIndexes: FieldIndexes;
  readonly log: Logger;
}

/** Pause between two batches, for requests. */
const pauseMs = 5;
const concurrency = 2;
const lockMs = 10_000;

/** Fills an index from the last recorded batch on, then lets queries use it. */
const buildIndex = async (
  { store, storedKeys, fieldIndexes, log }: FieldIndexJobOptions,
  projectKey: string,
  building: FieldIndex,
  signal: AbortSignal,
): Promise<void> => {
  const { typeId, path } = building;
  const indexes = [customFieldIndex(path)];
  let { lastId, count } = await fieldIndexes.progress(projectKey, building);
  for (;;) {
    await pauseJob(signal, pauseMs);
    const fill = { store, storedKeys, fieldIndexes, projectKey, typeId, indexes, building };
    const batch = await fillNextBatch(fill, lastId);
    if (batch === undefined) break;
    lastId = batch.lastId;
    count += batch.count;
    await fieldIndexes.recordProgress(projectKey, building, { lastId, count });
  }
  if (await fieldIndexes.complete(projectKey, building))
    log.info({ projectKey, typeId, path, count }, 'index of a custom field completed');
};

/** Does all work of a project; an index that is removed meanwhile is left to the next turn. */
const run = async (options: FieldIndexJobOptions, projectKey: string, signal: AbortSignal): Promise<void> => {
  const { fieldIndexes } = options;
  while (await applyFieldIndexSetting(options, projectKey)) {
    if (signal.aborted) throw new JobInterruptedError();
    for (const name of await fieldIndexes.removals(projectKey))
      await fieldIndexes.deleteLists(projectKey, name, hashedValues());
    const building = (await fieldIndexes.states(projectKey)).find(({ isComplete }) => !isComplete);
    if (building === undefined) continue;
    await buildIndex(options, projectKey, building, signal).catch((error: unknown) => {
      if (!(error instanceof IndexRemovedError)) throw error;
    });
  }
};

/**
 * Builds the indexes of custom fields that the setting of a project names, and deletes the lists of removed ones.
 * Commits write to an index from its start on, so that the job only adds what was stored before. A run continues where
 * the previous run stopped.
 */
export const fieldIndexJob = (options: FieldIndexJobOptions): Job => ({
  name: fieldIndexQueueName,
  concurrency,
  lockMs,
  run: (signal, jobRun) => run(options, (jobRun.data as { projectKey: string }).projectKey, signal),
});
