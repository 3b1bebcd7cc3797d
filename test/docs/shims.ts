/**
 * Commands that replace those in the documentation. Commands that change the machine or take minutes are not run here:
 * the replacement refuses a script, an option or a file that does not exist. The other commands run for real.
 */
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseRedisUrl } from '../../src/base/config/redisUrl.js';
import { root } from './codeBlocks.js';

const quayside = `exec "${process.execPath}" "${root}bin/quayside.mjs" "$@"`;

/** Replaces npm: the script must exist, and its sources must know the options after `--`. */
const npm = `
case "$1" in
  install|ci|init) exit 0 ;;
  run) shift ;;
esac
if [ "$1" = quayside ]; then
  shift 2
  ${quayside}
fi
script="$1"; shift
grep -q "\\"$script\\":" "${root}package.json" || { echo "package.json has no script $script" >&2; exit 1; }
for option in "$@"; do
  case "$option" in
    --) ;;
    --*) grep -rqe "['\\"\\\`]\${option#--}\\|\${option#--}:\\|$option[ '=]" "${root}bench" "${root}faults" "${root}test/fuzz" "${root}scripts" || { echo "no script knows $option" >&2; exit 1; } ;;
    test/*|src/*) [ -e "${root}$option" ] || { echo "$option does not exist" >&2; exit 1; } ;;
  esac
done`;

const docker = `
[ "$1" = compose ] && [ ! -e "${root}compose.yaml" ] && { echo 'compose.yaml does not exist' >&2; exit 1; }
[ "$1" = build ] && [ ! -e "${root}Dockerfile" ] && { echo 'Dockerfile does not exist' >&2; exit 1; }
exit 0`;

/** Returns the options for one server, as in the pages; for a cluster, those of its first node. */
const redisCliOptions = (url: string): string => {
  const { kind, path, nodes } = parseRedisUrl(url);
  if (kind === 'unix') return `-s "${path}"`;
  return kind === 'cluster' ? `-h ${nodes[0]!.host} -p ${nodes[0]!.port}` : `-u "${url}"`;
};

const redisCli = (url: string): string => {
  const options = redisCliOptions(url);
  // The pages name the socket of the embedded Redis; another test runs such a block unchanged.
  return `[ "$1 $2" = '-s data/redis.sock' ] && shift 2
exec /usr/bin/env -u REDIS_URL redis-cli-real ${options} "$@"`;
};

const nothing = 'exit 0';

/** Writes the commands into a folder, which must be the first one in PATH. */
export const writeShims = (redisUrl: string, realRedisCli: string): string => {
  const folder = mkdtempSync(join(tmpdir(), 'quayside-docs-'));
  const shims: Readonly<Record<string, string>> = {
    quayside,
    npm,
    docker,
    'redis-cli': redisCli(redisUrl).replace('redis-cli-real', realRedisCli),
    systemctl: nothing,
    'apt-get': nothing,
    brew: nothing,
    git: nothing,
  };
  for (const [name, script] of Object.entries(shims)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
};
