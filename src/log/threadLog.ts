import { pino, type Logger } from 'pino';

/** A log of a thread that posts its lines to the main thread, which alone writes them (writeThreadLine.ts). */
export const threadLog = (level: string, post: (line: string) => void): Logger =>
  pino({ level, base: null }, { write: post });
