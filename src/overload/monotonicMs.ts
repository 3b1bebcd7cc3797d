/** A clock that all threads of a process share, unlike performance.now(), and that nobody sets. */
export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6;
