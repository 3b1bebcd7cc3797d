import { SharedCounts } from '../memory/SharedCounts.js';

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

/** The writes that Redis refused to all threads of the process. */
export const refusalCounts = new SharedCounts(refusalReasons);

/** Counts an error of Redis if it is a refusal. */
export const countRefusal = (error: Error): void => {
  const reason = refusalReasonOf(error);
  if (reason !== undefined) refusalCounts.add(reason);
};
