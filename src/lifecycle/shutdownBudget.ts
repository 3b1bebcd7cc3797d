/**
 * A stop takes less than 10 s, whatever hangs: nobody waits longer for a process before he kills it. Each part has what those
 * before it left. All are milliseconds since the signal.
 *
 *     0 ──── requests under way ──── 6 s ──── workers, background, clients ──── 8.5 s ──── Redis ──── 9.3 s ─ 9.5 s: gone
 */
export const shutdownBudget = {
  /** Answers to requests under way are waited for. */
  drainByMs: 6_000,
  /** All of a server but its Redis. */
  serverStopsByMs: 8_500,
  /** One of several fronts leaves, whatever it has in hand; where even that hangs, its parent kills it. */
  childExitsByMs: 8_700,
  childKilledByMs: 9_000,
  /** A Redis of ours that has not ended is left to the next start. */
  redisStopsByMs: 9_300,
  /** The process leaves, whatever it has in hand. */
  processExitsByMs: 9_500,
} as const;
