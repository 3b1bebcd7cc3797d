import { definitionChanges, listNotes } from '../../src/jobs/notedJobs.js';
import type { Quayside } from './quayside.js';
import { waitUntil } from './waitUntil.js';

export const definitionsFollowed = ({ services }: Quayside, projectKey: string): Promise<void> =>
  waitUntil(async () => (await listNotes(services.store, projectKey, definitionChanges)).length === 0);
