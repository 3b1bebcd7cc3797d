/** A signal this soon after the first one is the same stop: npm forwards a signal that the terminal sends to both. */
const repetitionMs = 1_000;

export interface StopHandlers {
  /** Called with the first signal. */
  readonly stop: (signal: NodeJS.Signals) => void;
  /** Called with the first signal that is a new request: the stop should take no more time. */
  readonly hasten: (signal: NodeJS.Signals) => void;
}

/** Calls the handlers for signals of the process, each at most once. */
export const onStopSignals = (
  signals: readonly NodeJS.Signals[],
  { stop, hasten }: StopHandlers,
  source: Pick<NodeJS.Process, 'on'> = process,
  nowMs: () => number = () => performance.now(),
): void => {
  let firstMs: number | undefined;
  let isHastened = false;
  const receive = (signal: NodeJS.Signals): void => {
    if (firstMs === undefined) {
      firstMs = nowMs();
      stop(signal);
    } else if (!isHastened && nowMs() - firstMs > repetitionMs) {
      isHastened = true;
      hasten(signal);
    }
  };
  for (const signal of signals) source.on(signal, receive);
};
