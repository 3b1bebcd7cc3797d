import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ApiError, required } from '../base/errors/ApiError.js';
import { composeRemoval } from '../engine/commit/companionWrites.js';
import type { Engine } from '../engine/Engine.js';
import { type DefinitionChange, readDefinitionChanges } from '../commerce/resources/definitionChange.js';
import { followAttributesIn } from './definitionChanges/followAttributes.js';
import { followFieldsIn } from './definitionChanges/followFields.js';
import { Rewriting } from './definitionChanges/Rewriting.js';
import { type Job, JobInterruptedError, type JobRun } from './Job.js';
import type { NotedRun } from './notedJobs.js';
import { definitionChangesQueueName } from './queueNames.js';

export interface DefinitionChangesJobOptions {
  readonly engine: Engine;
  readonly log: Logger;
  readonly lockMs?: number;
}

/** Pause between two steps, for requests. */
const pauseMs = 2;
const concurrency = 2;

/** Deletes notes that another run may delete at the same time. */
const forget = async (engine: Engine, projectKey: string, notes: readonly DefinitionChange[]): Promise<void> => {
  const resourceType = required(engine.resourceTypes.get('definition-change'), 'the resource type of notes');
  for (const note of notes)
    await engine.store.commit(composeRemoval(engine, projectKey, resourceType, [note])).catch((error: unknown) => {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    });
};

const run = async (
  { engine, log }: DefinitionChangesJobOptions,
  { projectKey, noteId }: NotedRun,
  signal: AbortSignal,
  jobRun: JobRun,
): Promise<string> => {
  const changes = await readDefinitionChanges(engine, projectKey);
  const change = changes.find(({ id }) => id === noteId);
  if (change === undefined) return 'over';
  const { definitionTypeId, definitionId } = change;
  // One run follows all pending changes of a definition.
  const notes = changes.filter(each => each.definitionId === definitionId);
  const rewriting = new Rewriting({
    engine,
    projectKey,
    log,
    progress: percent => jobRun.progress(percent),
    pause: async () => {
      if (signal.aborted) throw new JobInterruptedError();
      await setTimeout(pauseMs);
    },
  });
  const follow = definitionTypeId === 'product-type' ? followAttributesIn : followFieldsIn;
  await follow(rewriting, definitionId);
  await forget(engine, projectKey, notes);
  const { examined, rewritten, failed } = rewriting;
  log.info(
    { projectKey, definitionTypeId, definitionId, examined, rewritten, failed },
    'resources follow a definition',
  );
  return `${rewritten} of ${examined} rewritten${failed > 0 ? `, ${failed} failed` : ''}`;
};

/**
 * Rewrites the resources that a changed product type or Type concerns, as docs/decisions/definitions.md tells. The
 * commit of the change leaves a note, which a run deletes at its end: a run that stopped with its process starts anew
 * in another one, and finds most resources as they should be.
 */
export const definitionChangesJob = (options: DefinitionChangesJobOptions): Job => ({
  name: definitionChangesQueueName,
  concurrency,
  lockMs: options.lockMs,
  run: (signal, jobRun) => run(options, jobRun.data as NotedRun, signal, jobRun),
});
