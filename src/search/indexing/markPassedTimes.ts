import type { Logger } from 'pino';
import type { Engine } from '../../engine/Engine.js';
import type { TypeSearch } from '../TypeSearch.js';
import { forEachProject } from './sweepProjects.js';
import type { Indexer } from './Indexer.js';

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
