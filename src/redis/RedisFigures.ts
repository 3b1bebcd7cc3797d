/** What the masters of a Redis report together. */
export interface RedisFigures {
  readonly masters: number;
  readonly usedBytes: number;
  /** 0: without a limit. */
  readonly maxBytes: number;
  /** The fewest replicas of a master. */
  readonly replicas: number;
  /** Whether all masters keep an append-only file. */
  readonly appendOnly: boolean;
  /** Whether the last write of each append-only file succeeded. */
  readonly lastWriteSucceeded: boolean;
}
