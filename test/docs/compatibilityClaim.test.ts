/** The claims of README.md and of the page at `/` match the generated pages. */
import { readFileSync } from 'node:fs';
import { test } from '../support/tap.js';
import { root } from './codeBlocks.js';

const readme = readFileSync(`${root}README.md`, 'utf8');
const page = readFileSync(`${root}docs/compatibility.md`, 'utf8');
const table = readFileSync(`${root}docs/reference/hosted-api.md`, 'utf8');

/** Returns the resources of the page with this state: `yes`, `partly` or `no`. */
const resourcesOf = (offered: string): string[] =>
  [...table.matchAll(/^\| ([a-z/-]+) \| (yes|partly|no) \| \d+ of \d+ \|$/gm)].flatMap(([, name = '', state]) =>
    state === offered ? [name] : [],
  );
const claimOf = (row: string): string[] =>
  new RegExp(`^\\| ${row} +\\| (.*?) *\\|$`, 'm').exec(readme)?.[1]?.split(', ') ?? [];

test('the README names the number of requests and the resources of the compatibility page', async t => {
  const home = readFileSync(`${root}assets/home/index.html`, 'utf8');
  t.match(home, 'works with it when only its host is changed, as far as this server offers its requests.');
  const total = /^(\d+ of \d+) requests are offered/m.exec(page)?.[1] ?? 'no total';
  t.ok(readme.includes(`that this server offers: ${total}.`), total);
  for (const [row, offered] of [
    ['all', 'yes'],
    ['in part', 'partly'],
    ['not yet', 'no'],
  ] as const) {
    t.ok(resourcesOf(offered).length > 5, offered);
    t.same(claimOf(row), resourcesOf(offered), row);
  }
});
