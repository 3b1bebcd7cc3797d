/** The members that every stored resource has (GEN029 to GEN036). */
export interface Base {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly lastModifiedAt: string;
  readonly createdBy?: unknown;
  readonly lastModifiedBy?: unknown;
  readonly lastMessageSequenceNumber?: number;
}

/** A resource type's own members: all but those that the engine sets. */
export type Members<R> = Omit<R, keyof Base>;
