/** Work of the server for one project: the indexing of orders for search. */
import { ApiError } from './ApiError';
import { sendToProject } from './project';

interface GraphqlResponse<Data> {
  readonly data?: Data;
  readonly errors?: readonly { readonly message: string }[];
}

const askIndexer = async <Data>(projectKey: string, query: string, variables = {}): Promise<Data> => {
  const { data, errors = [] } = await sendToProject<GraphqlResponse<Data>>(projectKey, '/orders/indexer/graphql', {
    method: 'POST',
    body: { query, variables },
  });
  if (errors[0] !== undefined || data === undefined) throw new ApiError(200, errors[0]?.message ?? '');
  return data;
};

export interface IndexPresence {
  readonly searchableIndexExists: boolean;
  readonly newInProgress: boolean;
}

export const readIndexPresence = async (projectKey: string): Promise<IndexPresence> =>
  (
    await askIndexer<{ readonly ordersIndicesExist: IndexPresence }>(
      projectKey,
      '{ ordersIndicesExist { searchableIndexExists newInProgress } }',
    )
  ).ordersIndicesExist;

/** Resolves to the id of the new job, or of the one that runs already. */
export const startReindexing = async (projectKey: string): Promise<string> => {
  const { reIndexAllOrders: job } = await askIndexer<{
    readonly reIndexAllOrders: {
      readonly indexingJobId?: string | null;
      readonly existingIndexingJobId?: string | null;
    };
  }>(projectKey, 'mutation { reIndexAllOrders { indexingJobId existingIndexingJobId } }');
  return job.indexingJobId ?? job.existingIndexingJobId ?? '';
};

export interface IndexingProgress {
  readonly nbrOfIndexedDocuments: number;
  readonly nbrOfFailedDocuments: number;
  readonly totalNbrOfDocuments: number;
  readonly percentCompleted: number;
  readonly completed: boolean;
}

export const readIndexingProgress = async (projectKey: string, id: string): Promise<IndexingProgress> =>
  (
    await askIndexer<{ readonly getReindexingStatus: IndexingProgress }>(
      projectKey,
      `query ($id: String!) { getReindexingStatus(id: $id) {
        nbrOfIndexedDocuments nbrOfFailedDocuments totalNbrOfDocuments percentCompleted completed } }`,
      { id },
    )
  ).getReindexingStatus;
