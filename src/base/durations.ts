export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** Bounds how far the clock may go forward while a process runs: it may be slow, or be set right after a start. */
const forwardMsMax = hourMs;

/**
 * The time by which data is deleted for its age. A clock that jumps forward, even for a moment, must not make a year of
 * orders old: the time goes on from the start of the process by its monotonic clock, and is at most an hour ahead of
 * that. A clock that is right counts from the next start on.
 */
export const deletionTimeMs = (
  wallMs = Date.now(),
  elapsedMs = performance.now(),
  startMs = performance.timeOrigin,
): number => Math.min(wallMs, startMs + elapsedMs + forwardMsMax);

export const isoTime = (ms: number): string => new Date(ms).toISOString();
