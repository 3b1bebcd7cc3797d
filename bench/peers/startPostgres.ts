/** Starts a PostgreSQL of the bench in a temporary folder, which is reached by a socket and ends with the bench. */
import { execFile } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { required } from '../../src/base/errors/ApiError.js';
import { boundCommand, spawnBound } from '../../src/base/lifecycle/spawnBound.js';

export interface Postgres {
  readonly pid: number;
  /** The folder of the socket. */
  readonly socket: string;
  readonly stop: () => Promise<void>;
}

/** Debian has a folder for each version, which is not on the PATH. */
const debianFolder = '/usr/lib/postgresql';

const findPrograms = (): string => {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder) : [];
  const newestFirst = versions.toSorted((one, other) => Number(other) - Number(one));
  const folders = [
    ...newestFirst.map(version => join(debianFolder, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  const found = folders.find(folder => ['initdb', 'postgres'].every(name => existsSync(join(folder, name))));
  if (found === undefined)
    throw new Error('--peers needs initdb and postgres: install the package postgresql (apt install postgresql).');
  return found;
};

/** PostgreSQL refuses to run as root. */
const ownerOf = (): { readonly uid: number; readonly gid: number } | undefined => {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = required(
    /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')),
    'the user nobody',
  );
  return { uid: Number(uid), gid: Number(gid) };
};

/** More memory than the products take, nothing that waits for the disk, and no compilation of short statements. */
const settings = {
  listen_addresses: '',
  shared_buffers: '1GB',
  effective_cache_size: '4GB',
  work_mem: '256MB',
  maintenance_work_mem: '256MB',
  random_page_cost: '1.1',
  jit: 'off',
  fsync: 'off',
  synchronous_commit: 'off',
  autovacuum: 'off',
};

const [attempts, pauseMs] = [300, 100];

export const startPostgres = async (): Promise<Postgres> => {
  const programs = findPrograms();
  const owner = ownerOf();
  const folder = mkdtempSync(join(tmpdir(), 'quayside-postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  if (owner !== undefined) for (const each of [folder, data]) chownSync(each, owner.uid, owner.gid);
  const initialize = [
    '--pgdata',
    data,
    '--username',
    'postgres',
    '--auth',
    'trust',
    '--encoding',
    'UTF8',
    '--locale',
    'C',
  ];
  await promisify(execFile)(...boundCommand(join(programs, 'initdb'), initialize), { ...owner, cwd: folder });
  const options = Object.entries({ ...settings, unix_socket_directories: folder }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const logFile = join(folder, 'log');
  const log = openSync(logFile, 'a');
  const child = spawnBound(join(programs, 'postgres'), ['-D', data, ...options], {
    ...owner,
    cwd: folder,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const ended = new Promise<void>(resolve => child.once('exit', () => resolve()));
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let attempt = 0; attempt < attempts; attempt++) {
    if (existsSync(join(folder, '.s.PGSQL.5432')))
      return { pid: required(child.pid, 'the process id'), socket: folder, stop };
    if (child.exitCode !== null) break;
    await setTimeout(pauseMs);
  }
  const text = readFileSync(logFile, 'utf8');
  await stop();
  throw new Error(`PostgreSQL did not start: ${text}`);
};
