import { writeSync } from 'node:fs';
import { pino, type Logger } from 'pino';
import type { Config } from '../../config/settings.js';
import { formatLogLine } from './formatLogLine.js';

/**
 * Writes log lines to a file descriptor. Its reader may be gone, its disk full, its terminal closed: such lines are
 * lost and counted, and never end the server.
 */
export class LogOutput {
  #lostLines = 0;
  /** The end of a line that a full pipe did not take yet. */
  #rest: Uint8Array = new Uint8Array();

  /** `writeBytes` has the arguments of `writeSync`. */
  constructor(
    private readonly fileDescriptor: number,
    private readonly writeBytes: (fileDescriptor: number, bytes: Uint8Array, offset: number) => number = writeSync,
  ) {}

  get lostLines(): number {
    return this.#lostLines;
  }

  readonly write = (line: string): void => {
    try {
      this.#rest = this.#writePart(this.#rest);
      if (this.#rest.length === 0) this.#rest = this.#writePart(Buffer.from(line));
      else this.#lostLines++;
    } catch {
      // A log that cannot be written can only count its lost lines.
      this.#lostLines++;
    }
  };

  /** Returns the bytes that were not written; throws if none were. */
  #writePart(bytes: Uint8Array): Uint8Array {
    let written = 0;
    while (written < bytes.length)
      try {
        written += this.writeBytes(this.fileDescriptor, bytes, written);
      } catch (error) {
        if (written === 0) throw error;
        break;
      }
    return bytes.subarray(written);
  }
}

/** Standard error, where a process writes its log. */
export const logOutput = new LogOutput(2);

/** Tells whether lines are text for people; by default they are in a terminal, and JSON elsewhere. */
export const isTextLog = (logFormat: Config['logFormat'], isTerminal: boolean): boolean =>
  logFormat === 'auto' ? isTerminal : logFormat === 'text';

export const createLog = ({ logLevel, logFormat, region }: Config): Logger => {
  const isTerminal = process.stderr.isTTY === true;
  const hasColours = isTerminal && !process.env.NO_COLOR;
  const write = isTextLog(logFormat, isTerminal)
    ? (line: string): void => logOutput.write(formatLogLine(line, hasColours))
    : logOutput.write;
  return pino({ level: logLevel, base: { region } }, { write });
};

/** Limits the log lines of one kind per second: under overload a line for every slow request would add to the load. */
export class LogRateLimit {
  #secondStartMs = -Infinity;
  #passed = 0;
  #suppressed = 0;

  constructor(private readonly perSecondMax: number) {}

  /** Returns how many lines were suppressed since the last one that passed; undefined for a line to suppress. */
  pass(nowMs: number): number | undefined {
    if (nowMs - this.#secondStartMs >= 1_000) {
      this.#secondStartMs = nowMs;
      this.#passed = 0;
    }
    if (this.#passed >= this.perSecondMax) {
      this.#suppressed++;
      return undefined;
    }
    this.#passed++;
    const suppressed = this.#suppressed;
    this.#suppressed = 0;
    return suppressed;
  }
}
