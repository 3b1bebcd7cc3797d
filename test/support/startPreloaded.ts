/** Starts server processes on the Redis of the run, after a preloaded module of this folder has changed something. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createHttp, type Http } from './http.js';
import { t } from './tap.js';

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** Resolves to the address of the server. */
const startPreloaded = async (module: string, env: Readonly<Record<string, string>> = {}): Promise<string> => {
  const child = fork(fileOf('./serverProcess.js'), {
    execArgv: [...process.execArgv, '--import', fileOf(module)],
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit');
  t.teardown(async () => {
    if (child.connected) child.disconnect();
    await ended;
  });
  const [message] = (await Promise.race([once(child, 'message'), ended])) as [unknown];
  const { report } = Object(message) as { readonly report?: { readonly address: string } };
  if (report === undefined) throw new Error('the server did not start');
  return report.address;
};

/** Starts a server whose clock differs from that of others. */
export const startShiftedServer = async (offsetMs: number): Promise<Http> => {
  const http = createHttp(await startPreloaded('./shiftClock.js', { CLOCK_OFFSET_MS: String(offsetMs) }));
  t.teardown(() => http.close());
  return http;
};

/** Starts a server that makes each response anew; resolves to its address. */
export const startForgetfulServer = (): Promise<string> =>
  startPreloaded('./keepNothing.js', { SERVER_SETTINGS: '{"BACKGROUND":"false"}' });
