/** Where Redis comes from: REDIS_URL, the PATH, Debian's packages; the server explains what to do when there is none. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { run } from './run.mjs';

const modules = [
  process.env.REDISEARCH_MODULE,
  '/usr/lib/redis/modules/redisearch.so',
  '/usr/local/lib/redis/modules/redisearch.so',
  '/opt/redis-stack/lib/redisearch.so',
  '/opt/homebrew/lib/redis/modules/redisearch.so',
];

const onPath = name => (process.env.PATH ?? '').split(delimiter).some(folder => folder !== '' && existsSync(join(folder, name)));

const hasModule = () => modules.some(path => path !== undefined && existsSync(path));

/** How this user may run apt-get; undefined when it may not, or is asked not to by QUAYSIDE_NO_INSTALL. */
const aptGet = () => {
  if (process.env.QUAYSIDE_NO_INSTALL || !onPath('apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  const mayBecomeRoot = onPath('sudo') && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status === 0;
  return mayBecomeRoot ? ['sudo', '-n', 'apt-get'] : undefined;
};

const install = ([command, ...args], packages) => {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  run(command, [...args, 'update', '-qq'], { env });
  run(command, [...args, 'install', '-y', '-qq', '--no-install-recommends', ...packages], { env });
};

export const installRedis = () => {
  if (process.env.REDIS_URL) return;
  const hasServer = onPath('redis-server');
  if (hasServer && hasModule()) return;
  const apt = aptGet();
  if (apt === undefined) return;
  const packages = hasServer ? ['redis-redisearch'] : ['redis-server', 'redis-redisearch'];
  console.error(`Quayside installs Debian's ${packages.join(' and ')} now (QUAYSIDE_NO_INSTALL=1 would prevent it).`);
  try {
    install(apt, packages);
  } catch (error) {
    console.error(`That did not work: ${error.message}`);
  }
};
