/** A run that stopped with its process; another process continues it. */
export class JobInterruptedError extends Error {
  override readonly name = 'JobInterruptedError';
}
