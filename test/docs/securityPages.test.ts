/** Each row of the threat model and of the OWASP ASVS table names its evidence; paths.test.ts checks the files. */
import { readFileSync } from 'node:fs';
import { test } from '../support/tap.js';
import { root } from './codeBlocks.js';

const read = (path: string): string => readFileSync(`${root}${path}`, 'utf8');

/** Returns the cells of all table rows of a page, without the heads, for tables with this first column. */
const rowsOf = (page: string, firstColumn: string): string[][] => {
  const lines = read(page).split('\n');
  const cells = (line: string): string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim());
  const heads = lines.flatMap((line, index) => (cells(line)[0] === firstColumn ? [index] : []));
  return heads.flatMap(head => {
    const end = lines.findIndex((line, index) => index > head && !line.startsWith('|'));
    return lines.slice(head + 2, end).map(cells);
  });
};

const namesFile = /`(?:test|src|docs|lua|scripts|bin|console|assets|dist|\.)[\w./-]*`|\]\([^)]+\)/;
const namesTest = /`test\/[\w./-]+`/;

test('the table of ASVS has every requirement of levels 1 and 2 once, in their order', t => {
  const rows = rowsOf('docs/reference/asvs.md', 'id');
  t.strictSame(
    rows.map(([id, level]) => `${id} ${level}`),
    read('test/docs/asvsIds.txt').trim().split('\n'),
  );
  t.end();
});

test('a requirement of ASVS is met, in part, not met, for the operator, or not applicable, and is counted', t => {
  const states = ['met', 'in part', 'not met', 'operator', 'not applicable'];
  const rows = rowsOf('docs/reference/asvs.md', 'id');
  t.strictSame(
    rows.filter(([, , , state]) => !states.includes(state!)),
    [],
  );
  const counts = states.map(state => rows.filter(row => row[3] === state).length);
  const [, ...stated] = /: (\d+) met, (\d+) in part, (\d+) not met, (\d+) for the operator, (\d+) not applicable/.exec(
    read('docs/reference/asvs.md'),
  )!;
  t.strictSame(stated.map(Number), counts);
  t.end();
});

/** Matches requirements that are met because something does not exist, so that there is no evidence. */
const metByAbsence =
  /^(no|none|there (are|is) no|a password has no|names|the server redirects|JSON by|JavaScript|garbage)/;

test('a requirement of ASVS that is met names its evidence', t => {
  const unshown = rowsOf('docs/reference/asvs.md', 'id').filter(
    ([, , , state, where = '']) => state === 'met' && !namesFile.test(where) && !metByAbsence.test(where),
  );
  t.strictSame(
    unshown.map(([id, , , , where]) => `${id}: ${where}`),
    [],
  );
  t.end();
});

test('each row of the threat model names its tests, or says that it is for the operator', t => {
  const rows = rowsOf('docs/reference/threats.md', 'who');
  t.ok(rows.length > 20, `${rows.length} rows`);
  const unshown = rows.filter(row => !namesTest.test(row.at(-1)!) && row.at(-1) !== 'operator');
  t.strictSame(
    unshown.map(([who, what]) => `${who}: ${what}`),
    [],
  );
  t.end();
});
