/** Starts a server process on the Redis of the run whose clock differs from that of others. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createHttp, type Http } from './http.js';
import { t } from './tap.js';

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

export const startShiftedServer = async (offsetMs: number): Promise<Http> => {
  const child = fork(fileOf('./serverProcess.js'), {
    execArgv: ['--import', fileOf('./shiftClock.js')],
    env: { ...process.env, CLOCK_OFFSET_MS: String(offsetMs) },
  });
  const ended = once(child, 'exit');
  t.teardown(async () => {
    if (child.connected) child.disconnect();
    await ended;
  });
  const [{ address }] = (await once(child, 'message')) as [{ readonly address: string }];
  const http = createHttp(address);
  t.teardown(() => http.close());
  return http;
};
