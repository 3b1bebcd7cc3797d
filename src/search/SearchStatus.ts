/** The status of a search for operators. The console shows it, so nothing is imported here. */

/** A resource that a job could not index. */
export interface IndexingFailure {
  readonly id: string;
  readonly reason: string;
}

export interface IndexingStatus {
  readonly nbrOfIndexedDocuments: number;
  readonly nbrOfFailedDocuments: number;
  readonly totalNbrOfDocuments: number;
  /** An integer from 0 to 100. */
  readonly percentCompleted: number;
  /** True if the job has ended: it completed, was stopped, or its index is gone. */
  readonly completed: boolean;
  readonly completedAt?: string;
  /** Resources that could not be indexed, at most a thousand. */
  readonly failures: readonly IndexingFailure[];
}

export interface SearchStatus {
  readonly typeId: string;
  readonly status: 'Activated' | 'Deactivated';
  readonly resources: number;
  /** Tells whether the Redis of the project has the search module. */
  readonly searchModule: 'present' | 'missing' | 'unknown';
  /** The searched index; `layout` is the layout of its documents; sizes are absent when the index is gone. */
  readonly index?: {
    readonly number: number;
    readonly layout?: number;
    readonly builtAt?: string;
    readonly documents?: number;
    readonly bytes?: number;
    readonly replaced?: number;
    readonly bytesPerResource?: number;
  };
  /** Number of resources with a dirty mark. */
  readonly waiting: number;
  readonly oldestWaitingSeconds?: number;
  /** The indexing job in progress, or the last one, for thirty days after its start; with the first failures only. */
  readonly job?: IndexingStatus & { readonly id: string };
  readonly activatedAt?: string;
  readonly searchedAt?: string;
  /** Days until the search is deactivated unless the project is searched (SEARCH059). */
  readonly daysLeft?: number;
}
