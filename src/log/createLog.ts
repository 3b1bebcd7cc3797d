import { pino, type Logger } from 'pino';
import type { Config } from '../config/settings.js';
import { formatLogLine } from './formatLogLine.js';
import { LogOutput } from './LogOutput.js';

/** Standard error, where a process writes its log. */
export const logOutput = new LogOutput(2);

/** Tells whether lines are text for people; by default they are in a terminal, and JSON elsewhere. */
export const isTextLog = (logFormat: Config['logFormat'], isTerminal: boolean): boolean =>
  logFormat === 'auto' ? isTerminal : logFormat === 'text';

/** Creates the log of this process. */
export const createLog = ({ logLevel, logFormat, region }: Config): Logger => {
  const isTerminal = process.stderr.isTTY === true;
  const hasColours = isTerminal && !process.env.NO_COLOR;
  const write = isTextLog(logFormat, isTerminal)
    ? (line: string): void => logOutput.write(formatLogLine(line, hasColours))
    : logOutput.write;
  return pino({ level: logLevel, base: { region } }, { write });
};
