/** Settles as `promise` does; rejects with the reason of `signal` as soon as that is aborted. */
export const abortable = async <T>(promise: Promise<T>, signal: AbortSignal): Promise<T> => {
  let onAbort = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    onAbort = () => reject(signal.reason as Error);
  });
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
};

/** Says that something did not come within its time limit. */
export class NoAnswerError extends Error {}

/** Settles as `promise` does; rejects with a NoAnswerError if that takes longer than `timeoutMs`. */
export const withTimeout = <T>(promise: Promise<T>, timeoutMs: number): Promise<T> => {
  let timer: NodeJS.Timeout;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new NoAnswerError(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
};

/**
 * A shutdown takes less than 10 s, whatever hangs: after that, process managers kill the process. Each part has the
 * time that the parts before it left. All times are milliseconds since the signal.
 *
 * 0 ── requests ── 6 s ── workers, background thread, connections ── 8.5 s ── Redis ── 9.3 s ── 9.5 s: exit
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
