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
