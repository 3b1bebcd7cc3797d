/**
 * docs/reference/ioredis.md has a row for each place of src/base/redis that replaces something in ioredis, with the
 * fault of the library behind it. A test that fails here tells that a new version has mended a fault: its place can go.
 */
import { once } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Redis } from 'ioredis';
import { packageFile } from '../../../src/base/config/packageFile.js';
import { startOwnServer } from '../../support/startOwnServer.js';
import { test } from '../../support/tap.js';
import { faults } from './ioredisFaults.js';

const page = readFileSync(packageFile('docs/reference/ioredis.md'), 'utf8');
const rows = page
  .split('\n')
  .filter(line => line.startsWith('| `'))
  .map(line => line.split('|').map(cell => cell.trim()));

const garbageFault = 'an answered command stays in the old generation';

const sources = readdirSync(packageFile('src'), { recursive: true, encoding: 'utf8' })
  .filter(path => path.endsWith('.ts'))
  .map(path => readFileSync(packageFile(`src/${path}`), 'utf8'));

const namesIn = (text: string, pattern: RegExp): string[] => Array.from(text.matchAll(pattern), match => match[1]!);

test('the page has a row for each replacement in ioredis, and for no other', t => {
  const internals = readFileSync(packageFile('src/base/redis/ioredisInternals.ts'), 'utf8');
  const replacements = [
    ...namesIn(internals, /^export const (\w+)/gm),
    ...sources.flatMap(text => namesIn(text, /^(?:export )?class (\w+) extends (?:Redis|Cluster|Command)\b/gm)),
  ];
  t.strictSame(rows.flatMap(([, places = '']) => namesIn(places, /`(\w+)`/g)).sort(), replacements.sort());
  const named = rows.map(([, , fault = '']) => fault);
  t.strictSame(named.toSorted(), [...Object.keys(faults), garbageFault].sort());
  t.end();
});

test('only the file of replacements replaces something in ioredis, or uses private members of it', t => {
  const replacing = sources.filter(text =>
    /Command\.prototype|_commandTimeoutTimer|_transformer|replaceMethod/.test(text),
  );
  t.strictSame(
    replacing.map(text => text.includes('The only file that replaces methods of ioredis')),
    [true],
  );
  t.end();
});

const { options } = (await startOwnServer([])) as Redis;

for (const name of Object.keys(faults))
  test(`ioredis still has the fault: ${name}`, async t => {
    const thread = new Worker(new URL('./ioredisFaults.js', import.meta.url), {
      workerData: { name, port: options.port },
    });
    t.strictSame(await once(thread, 'message'), [true], 'docs/reference/ioredis.md says what can be deleted now');
    await thread.terminate();
  });

test(`ioredis still has the fault: ${garbageFault}`, async t => {
  const thread = new Worker(new URL('./commandGarbage.js', import.meta.url), { workerData: 'library' });
  const [bytes] = (await once(thread, 'message')) as [number];
  t.ok(bytes > 5_000, `a command of more than 5,000 bytes leaves ${Math.round(bytes)}`);
});
