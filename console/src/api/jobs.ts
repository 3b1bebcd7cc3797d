/** Background jobs of the server, as far as one project may see them. */
import type { ProjectQueue, QueueRun } from '../../../src/jobs/projectQueues';
import { sendToProject } from './project';

export type { ProjectQueue, QueueRun } from '../../../src/jobs/projectQueues';

interface Listed<Result> {
  readonly results: readonly Result[];
}

export const readQueues = async (projectKey: string): Promise<readonly ProjectQueue[]> =>
  (await sendToProject<Listed<ProjectQueue>>(projectKey, '/jobs')).results;

/** Returns the newest runs first; with `state`, only runs in this state. */
export const readRuns = async (projectKey: string, queue: string, state?: string): Promise<readonly QueueRun[]> =>
  (await sendToProject<Listed<QueueRun>>(projectKey, `/jobs/${queue}`, { query: { state } })).results;
