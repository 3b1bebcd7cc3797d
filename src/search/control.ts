/** What the indexer is asked to do, and what it tells. */
import type { Services } from '../services.js';

/** Both are absent where search is deactivated: there is nothing to index into. */
export interface Reindexing { readonly indexingJobId?: string; readonly existingIndexingJobId?: string }

export interface IndexingStatus {
  readonly nbrOfIndexedDocuments: number;
  readonly nbrOfFailedDocuments: number;
  readonly totalNbrOfDocuments: number;
  readonly percentCompleted: number;
  readonly completed: boolean;
  readonly failures: readonly { readonly id: string; readonly message: string }[];
}

export const reindex = async (_services: Services, _projectKey: string): Promise<Reindexing> => ({ indexingJobId: 'none' });
export const statusOf = async (_services: Services, _projectKey: string, _jobId: string): Promise<IndexingStatus | undefined> => undefined;
export const stopIndexing = async (_services: Services, _projectKey: string): Promise<string> => 'none';
export const indicesOf = async (_services: Services, _projectKey: string): Promise<{ searchableIndexExists: boolean; newInProgress: boolean }> => ({ searchableIndexExists: false, newInProgress: false });
