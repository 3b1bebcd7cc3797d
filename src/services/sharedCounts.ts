/** What all threads of the process count together. */
import { unavailableCounts } from '../errors/UnavailableError.js';
import { reconnectionCounts } from '../redis/reconnections.js';
import { refusalCounts } from '../redis/writeRefusals.js';

const counts = [refusalCounts, reconnectionCounts, unavailableCounts] as const;

/** The memory of the counts, for other threads. */
export const sharedCountMemories = (): readonly Int32Array[] => counts.map(({ memory }) => memory);

/** Makes this thread count where the main thread of the process does. */
export const shareCounts = (memories: readonly Int32Array[]): void =>
  counts.forEach((each, at) => each.share(memories[at] ?? each.memory));
