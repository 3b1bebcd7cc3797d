/** Lines of a thread's log go into the front's: one place writes them. */
import { pino, type Logger } from 'pino';

const levels: Readonly<Record<number, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
};

/** A log whose lines are handed to `post`. */
export const threadLog = (level: string, post: (line: string) => void): Logger =>
  pino({ level, base: null }, { write: post });

/** Errors in it are plain already, and must not be taken for errors of ours. */
const plain = new WeakMap<Logger, Logger>();
const plainOf = (log: Logger): Logger => {
  const known = plain.get(log) ?? log.child({}, { serializers: { err: (error: unknown) => error } });
  plain.set(log, known);
  return known;
};

/** Writes such a line. */
export const writeThreadLine = (log: Logger, line: string): void => {
  const { level, time: _, msg, ...rest } = JSON.parse(line) as { level: number; time: number; msg: string };
  plainOf(log)[levels[level] ?? 'info'](rest, msg);
};
