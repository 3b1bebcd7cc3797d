/**
 * Redis may answer reads and refuse every write: for lack of memory, of disk or of replicas, or because it became a
 * replica. It checks that before the first write of a script, so what was refused is not written in part.
 */
export const refusalReasons = ['OOM', 'MISCONF', 'NOREPLICAS', 'READONLY'] as const;

/** The first word of the error by which Redis refuses a write. */
export type RefusalReason = (typeof refusalReasons)[number];

/** What each reason says of Redis. */
export const refusalTexts: Readonly<Record<RefusalReason, string>> = {
  OOM: 'it has reached its memory limit',
  MISCONF: 'it cannot save its data to its disk',
  NOREPLICAS: 'too few of its replicas are connected',
  READONLY: 'it is a read-only replica',
};

// Before Redis 7 an error in a script has another text before it.
const refusal = new RegExp(`(?:^|[ -])(${refusalReasons.join('|')}) `);

/** Why Redis refused a write; undefined for every other error. */
export const refusalReasonOf = (error: unknown): RefusalReason | undefined =>
  error instanceof Error ? (refusal.exec(error.message)?.[1] as RefusalReason | undefined) : undefined;

/** How many writes were refused for each reason, in memory that the threads of a process share. */
export type RefusalCounts = Int32Array;

let counts: RefusalCounts = new Int32Array(new SharedArrayBuffer(refusalReasons.length * Int32Array.BYTES_PER_ELEMENT));

export const refusalCounts = (): RefusalCounts => counts;

/** Makes this thread count where the main thread of the process does. */
export const shareRefusalCounts = (shared: RefusalCounts): void => {
  counts = shared;
};

/** Counts an error of Redis if it is a refusal. */
export const countRefusal = (error: Error): void => {
  const reason = refusalReasonOf(error);
  if (reason !== undefined) Atomics.add(counts, refusalReasons.indexOf(reason), 1);
};
