/** Starts a separate server, and keeps the lines of its log. */
import { pino, type Logger } from 'pino';
import { buildWarning } from '../../src/http/listener/library.js';
import { startService } from '../../src/server/main.js';
import { createHttp } from './http.js';
import { t } from './tap.js';
import { testConfig } from './testConfig.js';

export type LogLine = { readonly level: number; readonly msg: string; readonly [member: string]: unknown };

export const logTo = (lines: LogLine[]): Logger =>
  pino({ level: 'warn' }, { write: line => lines.push(JSON.parse(line) as LogLine) });

/** Starts a server that writes warnings and errors to `lines`, and stops with the test file. */
export const startLoggedServer = async (settings: Readonly<Record<string, string>>, lines: LogLine[] = []) => {
  const service = await startService(testConfig({ SLOW_REQUEST_MS: '60000', ...settings }), logTo(lines));
  const http = createHttp(service.address);
  t.teardown(async () => {
    http.close();
    await service.stop();
  });
  return { service, http, lines };
};

const levels: Readonly<Record<number, string>> = { 40: 'warn', 50: 'error' };

/**
 * Returns the lines as `level: message`, with names in place of addresses. It leaves out the warning of the library and
 * the number of reconnections, which differs between runs.
 */
export const storyOf = (lines: readonly LogLine[], names: Readonly<Record<string, string>> = {}): string[] =>
  lines
    .filter(({ msg }) => msg !== buildWarning() && !msg.startsWith('connections to Redis'))
    .map(({ level, msg }) => `${levels[level]}: ${msg}`)
    .map(line => Object.entries(names).reduce((text, [address, name]) => text.replaceAll(address, name), line));
