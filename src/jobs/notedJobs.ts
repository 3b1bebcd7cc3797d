/**
 * Jobs that follow a commit and that no crash may lose: the commit leaves a note, a resource that no client sees, and a
 * run for the note deletes it at its end.
 */
import type { TypeId } from '../engine/schema/TypeId.js';
import type { DataStore } from '../store/DataStore.js';
import { categoryMovesQueueName, definitionChangesQueueName } from './queueNames.js';

export interface NotedJob {
  readonly queueName: string;
  readonly noteTypeId: TypeId;
}

export const categoryMoves: NotedJob = { queueName: categoryMovesQueueName, noteTypeId: 'category-move' };
export const definitionChanges: NotedJob = { queueName: definitionChangesQueueName, noteTypeId: 'definition-change' };
export const notedJobs: readonly NotedJob[] = [categoryMoves, definitionChanges];

/** Notes of a project that runs are requested for at once; the next request finds the others. */
const notesMax = 100;

/** The ids of the notes whose run is not over. */
export const listNotes = (
  store: Pick<DataStore, 'idsInRange'>,
  projectKey: string,
  { noteTypeId }: NotedJob,
): Promise<string[]> => store.idsInRange(projectKey, noteTypeId, { by: 'id' }, { from: 0, to: notesMax });

export interface NotedRun {
  readonly projectKey: string;
  readonly noteId: string;
}

/** BullMQ takes no number as an id, and no colons. */
export const noteRunId = ({ projectKey, noteId }: NotedRun): string => `${projectKey}-${noteId}`;
