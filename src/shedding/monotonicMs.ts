/**
 * A clock that all threads of a process share, unlike performance.now(), and that no change of the system time moves.
 */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
