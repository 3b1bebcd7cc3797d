/**
 * The result of a commit: `conflict` is reported to the client (409), `stale` leads to another attempt, `refused` is
 * any other failed check, `failed` means that Redis failed.
 */
export type CommitResult = 'done' | 'conflict' | 'stale' | 'refused' | 'failed';

/** Counts the commits of one thread by their result. */
export class CommitCounts {
  readonly byResult: Record<CommitResult, number> = { done: 0, conflict: 0, stale: 0, refused: 0, failed: 0 };

  count(result: CommitResult): void {
    this.byResult[result]++;
  }
}
