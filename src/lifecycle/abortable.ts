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
