/**
 * A resource that the commit depends on has changed since it was read, and the client did not name its version. Nothing
 * was written: the caller reads again and composes the commit again.
 */
export class StaleReadError extends Error {
  override readonly name = 'StaleReadError';
}
