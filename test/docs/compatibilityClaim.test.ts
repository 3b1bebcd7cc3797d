/** The claims and the figures of README.md, and the claim of the page at `/`, match the pages that have them. */
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
  t.ok(readme.includes(`These are all requests of [${resourcesOf('yes').length} resources]`));
  for (const [row, offered] of [
    ['in part', 'partly'],
    ['not yet', 'no'],
  ] as const) {
    t.ok(resourcesOf(offered).length > 5, offered);
    t.same(claimOf(row), resourcesOf(offered), row);
  }
});

test('each figure of the README is that of the page behind it, and has a command', async t => {
  const [, figures = ''] = /\n\| figure .*\n\|.*\n([^]*?)\n\n/.exec(readme) ?? [];
  const performance = readFileSync(`${root}docs/performance.md`, 'utf8');
  const nodeMicros = (name: string): string =>
    performance.split(`| **${name}** `)[1]?.split('|')[4]?.trim() ?? `no row of ${name}`;
  const programs = readFileSync(`${root}docs/reference/tested-programs.md`, 'utf8').match(
    /^\|.*\| `npm run test:programs -- [^|]*\|$/gm,
  );
  const [, changes = ''] =
    /100 rounds, ([\d,]+) acknowledged changes, 0 lost/.exec(
      readFileSync(`${root}docs/measurements/faults.md`, 'utf8'),
    ) ?? [];
  const [, perCore = ''] = /A core of Node serves ([\d,]+) mixed requests a second/.exec(performance) ?? [];
  const rows = figures.split('\n').map(row => row.split('|').map(cell => cell.trim()));
  for (const [at, claim] of [
    `${/^(\d+ of \d+) requests are offered/m.exec(page)?.[1]} requests of the SDK`,
    `${programs?.length} programs and libraries`,
    `A core of Node serves ${perCore} mixed requests of a shop a second, an order by id takes ` +
      `${nodeMicros('order by id')} µs and an update ${nodeMicros('order update')} µs of Node`,
    `${changes} acknowledged changes, 0 lost`,
  ].entries())
    t.match(rows[at]?.[1], claim);
  t.same(
    rows.map(([, , command]) => /^`npm run [^`]+`/.test(command ?? '')),
    [true, true, true, true],
  );
});
