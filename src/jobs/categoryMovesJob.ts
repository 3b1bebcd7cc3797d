import type { Logger } from 'pino';
import type { Engine } from '../engine/Engine.js';
import { forgetMove, loadMove, storeAncestorsBelow } from '../commerce/resources/category/completeMove.js';
import { type Job, pauseJob } from './Job.js';
import type { NotedRun } from './notedJobs.js';
import { categoryMovesQueueName } from './queueNames.js';

export interface CategoryMovesJobOptions {
  readonly engine: Engine;
  readonly log: Logger;
}

/** Pause between two steps, for requests. */
const pauseMs = 5;
const concurrency = 2;
const lockMs = 10_000;

const run = async (
  { engine, log }: CategoryMovesJobOptions,
  projectKey: string,
  id: string,
  signal: AbortSignal,
): Promise<void> => {
  const move = await loadMove(engine, projectKey, id);
  if (move === undefined) return;
  await storeAncestorsBelow({ engine, projectKey, pause: () => pauseJob(signal, pauseMs) }, move);
  await forgetMove(engine, projectKey, move);
  log.debug({ projectKey, categoryId: move.categoryId }, 'ancestors below a moved category stored');
};

/**
 * Stores the ancestors of the categories below one that moved. The commit of the move leaves a note, which a run
 * deletes at its end: a run that stopped with its process starts anew in another one.
 */
export const categoryMovesJob = (options: CategoryMovesJobOptions): Job => ({
  name: categoryMovesQueueName,
  concurrency,
  lockMs,
  run: (signal, jobRun) => {
    const { projectKey, noteId } = jobRun.data as NotedRun;
    return run(options, projectKey, noteId, signal);
  },
});
