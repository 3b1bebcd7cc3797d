/**
 * Several server processes share one port: an ended one is replaced, all can be restarted one after the other, and no
 * request is lost.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { t as root, test } from '../support/tap.js';
import { shutdownBudget } from '../../src/base/lifecycle/timeouts.js';
import { withTemporaryConnection } from '../../src/base/redis/withTemporaryConnection.js';
import { isProcessAlive } from '../../src/base/redis/embedded/redisProcess.js';
import { readInstanceFile } from '../../src/base/redis/embedded/dataDir.js';
import { launch } from '../support/command.js';
import { waitUntil } from '../support/waitUntil.js';
import { skipInShort } from '../support/rounds.js';

const folder = mkdtempSync(join(tmpdir(), 'quayside-processes-'));
root.teardown(() => rmSync(folder, { recursive: true, force: true }));

const dataDir = join(folder, 'data');
const running = launch(['start'], {
  DATA_DIR: dataDir,
  PORT: '0',
  LOG_LEVEL: 'silent',
  SERVER_PROCESSES: '2',
  WORKERS: '1',
  DRAIN_MS: '5000',
  DURABILITY: 'always',
});
root.teardown(() => running.signal('SIGTERM'));
const banner = await running.printed(/\/oauth\/token.*\n/);
const address = /http:\/\/\S+/.exec(banner)![0];
const [, clientId, clientSecret] = /client id +(\S+)\n +client secret +(\S+)/.exec(banner)!;

/** The interval of checks that start a program or send many requests. */
const costlyPollMs = 200;

/** Returns the ids and command lines of the server processes, without the embedded Redis. */
const serverLines = (): string[] => {
  try {
    return execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(running.pid)], { encoding: 'utf8' })
      .split('\n')
      .filter(line => line.includes('program/serverProcess.js'));
  } catch {
    return [];
  }
};
const serverPids = (): number[] => serverLines().map(line => parseInt(line, 10));

/** Waits until new connections are served by a number of server processes. */
const waitUntilServed = (count: number): Promise<void> =>
  waitUntil(
    async () =>
      serverPids().length === count &&
      (
        await Promise.all(
          Array.from({ length: 20 }, () =>
            fetch(`${address}/readyz`, { headers: { connection: 'close' } }).then(
              answer => answer.ok,
              () => false,
            ),
          ),
        )
      ).every(Boolean),
    undefined,
    costlyPollMs,
  );

const token = (
  (await (
    await fetch(`${address}/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
      headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    })
  ).json()) as { access_token: string }
).access_token;

interface RequestStream {
  readonly counts: { answered: number; resent: number };
  readonly faults: string[];
  stop(): Promise<void>;
}

/**
 * Sends requests one after the other on a keep-alive connection, like a proxy. A request without any byte of a response
 * on a reused connection, which may have been closed before, is sent again (RFC 9110, 9.2.2) and counted.
 */
const startStream = (
  make: (number: number) => { readonly method: string; readonly path: string; readonly body?: string },
): RequestStream => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const counts = { answered: 0, resent: 0 };
  const faults: string[] = [];
  let isOver = false;
  const once = (number: number): Promise<void> =>
    new Promise(resolve => {
      const { method, path, body } = make(number);
      const call: ClientRequest = request(
        `${address}${path}`,
        {
          agent,
          method,
          headers: {
            authorization: `Bearer ${token}`,
            ...(body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }),
          },
        },
        response => {
          response
            .resume()
            .on('end', () => {
              counts.answered++;
              if (response.statusCode! >= 300) faults.push(`${method} ${response.statusCode}`);
              resolve();
            })
            .on('error', error => {
              faults.push(`${method} cut: ${error.message}`);
              resolve();
            });
        },
      );
      call.on('error', error => {
        if (call.reusedSocket) {
          counts.resent++;
          resolve(once(number));
        } else {
          faults.push(`${method} ${error.message}`);
          resolve();
        }
      });
      call.end(body);
    });
  const requests = (async () => {
    for (let number = 0; !isOver; number++) await once(number);
    agent.destroy();
  })();
  return {
    counts,
    faults,
    stop: async () => {
      isOver = true;
      await requests;
    },
  };
};

test('serves one port with two processes and replaces a killed one', async t => {
  for (const line of serverLines())
    t.match(line, / --import file:\S+\/bin\/checkBinaries\.mjs /, 'checks its binaries');
  await waitUntilServed(2);
  const [first] = serverPids();
  process.kill(first!, 'SIGKILL');
  await waitUntil(
    async () =>
      (await fetch(`${address}/healthz`, { headers: { connection: 'close' } }).catch(() => undefined))?.status === 200,
  );
  await waitUntilServed(2);
  t.notOk(serverPids().includes(first!));
});

test('restarts a killed Redis, with the configured synchronization of its file', async t => {
  const { url, pid } = readInstanceFile(dataDir)!;
  t.same(await withTemporaryConnection(url, 60_000, redis => redis.config('GET', 'appendfsync')), [
    'appendfsync',
    'always',
  ]);
  process.kill(pid, 'SIGKILL');
  await waitUntil(() => !isProcessAlive(pid));
  await waitUntil(
    async () =>
      (await fetch(`${address}/demo/states/key=Initial`, { headers: { authorization: `Bearer ${token}` } })).status ===
      200,
  );
  t.same(await withTemporaryConnection(url, 60_000, redis => redis.config('GET', 'appendfsync')), [
    'appendfsync',
    'always',
  ]);
});

test('loses no request while the server processes are replaced one after the other, twice', async t => {
  const before = serverPids();
  const reads = Array.from({ length: 6 }, () =>
    startStream(() => ({ method: 'GET', path: '/demo/states/key=Initial' })),
  );
  const writes = Array.from({ length: 2 }, (_, at) =>
    startStream(number => ({
      method: 'POST',
      path: '/demo/states',
      body: JSON.stringify({ key: `s-${at}-${number}`, type: 'OrderState' }),
    })),
  );
  const all = [...reads, ...writes];
  await waitUntil(() => all.every(({ counts }) => counts.answered > 5));
  const seen = new Set<number>();
  const look = (): number => {
    const now = serverPids();
    now.filter(pid => !before.includes(pid)).forEach(pid => seen.add(pid));
    return now.length;
  };
  running.signal('SIGHUP');
  await waitUntil(() => look() > 0 && seen.size > 0, undefined, costlyPollMs);
  running.signal('SIGHUP');
  await waitUntil(() => look() === 2 && seen.size === 4, undefined, costlyPollMs);
  await waitUntilServed(2);
  const reached = all.map(({ counts }) => counts.answered);
  await waitUntil(() => all.every(({ counts }, at) => counts.answered > reached[at]! + 5));
  await Promise.all(all.map(each => each.stop()));
  t.same(
    all.flatMap(({ faults }) => faults),
    [],
  );
  t.equal(
    all.reduce((sum, { counts }) => sum + counts.resent, 0),
    0,
    'no request was sent twice',
  );
});

test('stops all server processes, including one that hangs, and their Redis within ten seconds of SIGTERM', {
  skip: skipInShort,
}, async t => {
  const pids = [...serverPids(), readInstanceFile(dataDir)!.pid];
  process.kill(pids[0]!, 'SIGSTOP');
  const startMs = performance.now();
  running.signal('SIGTERM');
  const { code } = await running.ended;
  // On a busy machine the time for a shutdown may run out; then the process ends itself with code 1.
  t.ok(code === 0 || performance.now() - startMs >= shutdownBudget.processExitsByMs, `the code is ${code}`);
  await waitUntil(() => !pids.some(isProcessAlive));
});
