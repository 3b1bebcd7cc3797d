import { type Level, type Logger, pino } from 'pino';

/** A log of a thread that posts its lines to the main thread, which alone writes them. */
export const threadLog = (level: string, post: (line: string) => void): Logger =>
  pino({ level, base: null }, { write: post });

/** Loggers that do not serialize errors: those of a thread's line are plain objects already. */
const plainLoggers = new WeakMap<Logger, Logger>();

const plainLogger = (log: Logger): Logger => {
  const logger = plainLoggers.get(log) ?? log.child({}, { serializers: { err: (error: unknown) => error } });
  plainLoggers.set(log, logger);
  return logger;
};

/** Writes a line that a thread posted. */
export const writeThreadLine = (log: Logger, line: string): void => {
  const { level, time: _, msg, ...rest } = JSON.parse(line) as { level: number; time: number; msg: string };
  plainLogger(log)[(pino.levels.labels[level] ?? 'info') as Level](rest, msg);
};
