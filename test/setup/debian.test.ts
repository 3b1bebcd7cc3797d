/** The set-up of Debian packages, with fake programs in place of apt. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { t as root, test } from '../support/tap.js';
import { boundCommand } from '../../src/base/lifecycle/spawnBound.js';

const folder = mkdtempSync(join(tmpdir(), 'quayside-debian-'));
root.teardown(() => rmSync(folder, { recursive: true, force: true }));

const module = new URL('../../../scripts/setup/debian.mjs', import.meta.url).href;

const writeProgram = (name: string, script: string): void => {
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o700);
};

test('installs the packages that the system has, and names the others', async t => {
  const log = join(folder, 'log');
  writeProgram('apt-get', `echo "$@" >> ${log}`);
  writeProgram('apt-cache', '[ "$2" = redis-server ]');
  writeProgram('sudo', 'shift; exec "$@"');
  const script = `import { installDebian } from ${JSON.stringify(module)};
    await installDebian(['redis-server', 'redis-redisearch']);`;
  const { stderr } = await promisify(execFile)(
    ...boundCommand(process.execPath, ['--input-type=module', '-e', script]),
    {
      env: { PATH: `${folder}:/bin:/usr/bin` },
    },
  );
  t.equal(readFileSync(log, 'utf8'), 'update -qq\ninstall -y -qq --no-install-recommends redis-server\n');
  t.match(stderr, /^This system has no package redis-redisearch\.$/m);
});
