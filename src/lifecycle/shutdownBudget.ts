/**
 * A shutdown takes less than 10 s, whatever hangs: then process managers kill the process. Each part has the time that
 * the parts before it left. All times are milliseconds since the signal.
 *
 * 0 ──── requests ──── 6 s ──── workers, background thread, connections ──── 8.5 s ──── Redis ──── 9.3 s ── 9.5 s: exit
 */
export const shutdownBudget = {
  /** Requests in progress are answered. */
  drainByMs: 6_000,
  /** All parts of a server are stopped except its Redis. */
  serverStopsByMs: 8_500,
  /** One of several server processes exits, finished or not; if even that hangs, its parent kills it. */
  childExitsByMs: 8_700,
  childKilledByMs: 9_000,
  /** The embedded Redis is stopped; one that still runs then is left to the next start. */
  redisStopsByMs: 9_300,
  /** The process exits, finished or not. */
  processExitsByMs: 9_500,
} as const;
