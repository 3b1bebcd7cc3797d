import type { Logger } from 'pino';
import type { Engine } from '../../engine/Engine.js';
import type { SearchIndexes } from '../SearchIndexes.js';
import { type SearchStates, hasErasedTerms, type SearchState } from '../SearchStates.js';
import { randomUUID } from 'node:crypto';
import type { TypeSearch } from '../TypeSearch.js';
import type { Indexer } from './Indexer.js';
import { forEachProject } from './PeriodicTasks.js';

interface DropUnusedIndexesOptions {
  readonly states: SearchStates;
  readonly indexes: Pick<SearchIndexes, 'drop' | 'deleteLeftKeys'>;
}

/**
 * Deletes the remaining keys of the given indexes, and of all that were lost before the present one was built. A new
 * index never gets a number below that of the searched index.
 */
const deleteLeftKeys = async (
  { states, indexes }: DropUnusedIndexesOptions,
  projectKey: string,
  dropped: readonly number[],
): Promise<void> => {
  const current = (await states.read(projectKey))?.current ?? 0;
  const used = await states.usedIndexes(projectKey);
  await indexes.deleteLeftKeys(
    projectKey,
    states.typeId,
    number => dropped.includes(number) || (number < current && !used.has(number)),
  );
};

/** Drops the indexes of a project that were replaced and are no longer searched. */
export const dropUnusedIndexes = async (options: DropUnusedIndexesOptions, projectKey: string): Promise<void> => {
  const { states, indexes } = options;
  const numbers = await states.obsoleteIndexes(projectKey);
  if (numbers.length === 0) return;
  for (const number of numbers) await indexes.drop(projectKey, states.typeId, number);
  await deleteLeftKeys(options, projectKey, numbers);
  for (const number of numbers) await states.removeObsoleteIndex(projectKey, number);
};

interface SweepProjectsOptions extends DropUnusedIndexesOptions {
  readonly indexes: Pick<SearchIndexes, 'drop' | 'deleteLeftKeys' | 'keepsDeletedTerms'>;
  readonly indexer: Pick<Indexer, 'notify'>;
  readonly log: Logger;
}

/** The next build for erasures waits for this many times the duration of the last build. */
const pausePerBuild = 5;

/**
 * Tells whether the index has to be rebuilt because RediSearch 1.x keeps the terms of an erased resource (GEN070). It
 * does not matter that a job was stopped: nothing else would remove the terms.
 */
const needsBuild = (state: SearchState): boolean =>
  state.jobId === undefined &&
  hasErasedTerms(state) &&
  Date.now() - (state.builtAtMs ?? 0) >= pausePerBuild * state.buildMs;

const hasWork = async ({ states, indexes, log }: SweepProjectsOptions, projectKey: string): Promise<boolean> => {
  const state = await states.read(projectKey);
  if (state !== undefined && needsBuild(state) && (await indexes.keepsDeletedTerms(projectKey, states.typeId))) {
    await states.requestJob(projectKey, randomUUID());
    log.info({ projectKey, typeId: states.typeId }, 'rebuilding a search index because resources were erased');
    return true;
  }
  return state?.jobId !== undefined || (await states.markCount(projectKey)) > 0;
};

/**
 * Finds work without a notification: dirty marks that another process left behind, indexing jobs that the command line
 * requested, indexes that hold terms of erased resources, and indexes to drop.
 */
export const sweepProjects = async (options: SweepProjectsOptions): Promise<void> => {
  const { states, indexer, log } = options;
  await forEachProject(await states.registeredProjects(), log, 'search sweep of a project failed', async projectKey => {
    if (await hasWork(options, projectKey)) indexer.notify(projectKey);
    await dropUnusedIndexes(options, projectKey);
  });
};

interface MarkPassedTimesOptions {
  readonly search: Pick<TypeSearch, 'type' | 'states'>;
  readonly engine: Engine;
  readonly indexer: Pick<Indexer, 'notify'>;
  readonly log: Logger;
}

/** Marks one project; before its first run, the time counts from when the fill of the index began. */
const markProject = async (
  { search: { type, states }, engine, indexer }: MarkPassedTimesOptions,
  projectKey: string,
): Promise<void> => {
  const state = await states.read(projectKey);
  if (state?.builtAtMs === undefined) return;
  const fromMs = state.passedAtMs ?? state.builtAtMs - state.buildMs;
  const nowMs = engine.now().getTime();
  const stamps = (await type.stampsPassed?.(engine, projectKey, fromMs, nowMs)) ?? [];
  if (stamps.length === 0) return;
  await states.markPassedTime(projectKey, state, nowMs, stamps);
  indexer.notify(projectKey);
};

/**
 * Marks the resources whose documents show something that became valid or invalid since the last run: no commit marks
 * them.
 */
export const markPassedTimes = async (options: MarkPassedTimesOptions): Promise<void> =>
  forEachProject(
    await options.search.states.registeredProjects(),
    options.log,
    'marking resources by the time failed',
    projectKey => markProject(options, projectKey),
  );
