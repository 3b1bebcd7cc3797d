/** Lines of a thread's log go into the front's: one place writes them. */
import { pino, type Logger } from 'pino';

const levels: Readonly<Record<number, 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'>> = { 10: 'trace', 20: 'debug', 30: 'info', 40: 'warn', 50: 'error', 60: 'fatal' };

/** A log whose lines are handed to `post`. */
export const threadLog = (level: string, post: (line: string) => void): Logger => pino({ level, base: null }, { write: post });

/** Writes such a line. */
export const relay = (log: Logger, line: string): void => {
  const { level, time: _, msg, ...rest } = JSON.parse(line) as { level: number; time: number; msg: string };
  log[levels[level] ?? 'info'](rest, msg);
};
