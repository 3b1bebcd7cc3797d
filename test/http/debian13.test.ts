/**
 * The server on Debian 13, which loads the newest build of uWebSockets.js, whatever system runs the tests: debootstrap
 * makes a folder of that system once, and the server runs in it with the Node and the packages of this machine.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Redis } from 'ioredis';
import { spawnBound } from '../../src/base/lifecycle/spawnBound.js';
import { packageFile } from '../../src/base/config/packageFile.js';
import { createHttp } from '../support/http.js';
import { skipInShort } from '../support/rounds.js';
import { startOwnServer } from '../support/startOwnServer.js';
import { t as root, test } from '../support/tap.js';
import { waitUntil } from '../support/waitUntil.js';
import { converse, protocolTables, type TriedServer } from './protocolRows.js';
import { boundCommand } from '../../src/base/lifecycle/spawnBound.js';

const debootstrap = '/usr/sbin/debootstrap';

const findReasonToSkip = (): string | false => {
  if (skipInShort !== false) return skipInShort;
  if (process.getuid?.() !== 0) return 'only root can start a program in a folder of another system';
  return !existsSync(debootstrap) && 'there is no debootstrap on this machine (apt-get install debootstrap)';
};

const skip = findReasonToSkip();

/** Returns a folder with Debian 13, which the first run downloads. Only root can write to its parent. */
const debianFolder = async (): Promise<string> => {
  const folder = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'quayside', 'debian-13');
  if (existsSync(folder)) return folder;
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(dirname(folder), { recursive: true });
  try {
    await promisify(execFile)(
      ...boundCommand(debootstrap, ['--variant=minbase', '--include=libstdc++6', 'trixie', unfinished]),
    );
    rmSync(join(unfinished, 'var/cache/apt/archives'), { recursive: true });
    renameSync(unfinished, folder);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
};

/** The mounts belong to the process and end with it. */
const startInFolder = `
set -e
mkdir -p "$1/srv/quayside"
touch "$1/srv/node"
mount --bind "$2" "$1/srv/quayside"
mount --bind "$3" "$1/srv/node"
mount -t proc proc "$1/proc"
exec chroot "$1" /srv/node /srv/quayside/bin/quayside.mjs start`;

interface StartedServer {
  readonly address: string;
  /** Everything that the server printed until it served requests. */
  readonly output: string;
}

const startOnDebian13 = async (settings: Readonly<Record<string, string>>): Promise<StartedServer> => {
  const project = fileURLToPath(packageFile('.'));
  const child = spawnBound(
    'unshare',
    ['--mount', 'sh', '-c', startInFolder, 'sh', await debianFolder(), project, process.execPath],
    { env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', ...settings }, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  root.teardown(() => child.kill('SIGKILL'));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  await waitUntil(() => {
    if (child.exitCode !== null) throw new Error(`the server ended: ${output}`);
    return output.includes('oauth/token');
  });
  return { address: /http:\/\/[\d.:]+/.exec(output)![0], output };
};

/** Starts a server on an empty Redis, which makes the demo project and prints its client. */
const startServer = async (): Promise<TriedServer & StartedServer> => {
  const redis = (await startOwnServer([])) as Redis;
  const started = await startOnDebian13({
    REDIS_URL: `redis://127.0.0.1:${redis.options.port}`,
    PORT: '0',
    WORKERS: '1',
    QUEUE_WAIT_MS: '60000',
  });
  const read = (name: string): string => new RegExp(`${name} +(\\S+)`).exec(started.output)![1]!;
  const http = createHttp(started.address);
  root.teardown(() => http.close());
  const { json } = await http.send('POST', '/oauth/token?grant_type=client_credentials', {
    headers: { authorization: `Basic ${btoa(`${read('client id')}:${read('client secret')}`)}` },
  });
  return { ...started, http, projectKey: read('project'), token: (json as { access_token: string }).access_token };
};

const server = skip === false ? await startServer() : undefined;

test('the newest build loads on Debian 13, and the start warns of no older one', { skip }, t => {
  t.notMatch(server!.output, /uWebSockets/);
  t.end();
});

for (const [title, rows] of protocolTables)
  test(`on Debian 13 the server ${title}`, { skip }, async t => {
    for (const [name, segments, expected] of rows) {
      const { outcome, received } = await converse(server!, [segments].flat(), expected);
      t.equal(outcome, expected, `${name}: ${received.slice(0, 300)}`);
    }
  });
