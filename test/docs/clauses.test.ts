/** The reference of clauses explains every clause code that the project names. */
import { readdirSync, readFileSync } from 'node:fs';
import { test } from '../support/tap.js';

const root = new URL('../../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');

const codes = /\b(?:GEN|AUTH|CUST|STATE|ORD|OACT|RET|DELIV|SEARCH|INDEX|EVT|ERR|LIM)\d{3}\b/g;
const folders = ['src', 'test', 'lua', 'bench', 'faults', 'docs'];
const texts = /\.(?:ts|mjs|lua|md|tsv|graphql)$/;

const page = 'docs/reference/clauses.md';
const entries = read(page)
  .split('\n')
  .filter(line => line.startsWith('- '));
const explained = entries.map(entry => /^- \*\*(\w+)\*\* — [A-Z`].*\.$/.exec(entry)?.[1] ?? entry);

test('every clause code that is named has its sentence in the reference', t => {
  const known = new Set(explained);
  const unknown = folders
    .flatMap(folder =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' }).map(name => `${folder}/${name}`),
    )
    .filter(path => texts.test(path) && path !== page)
    .flatMap(path =>
      [...new Set(read(path).match(codes))].filter(code => !known.has(code)).map(code => `${path}: ${code}`),
    );
  t.same(unknown, []);
  t.end();
});

test('the reference explains each clause once, in a sentence of its own', t => {
  t.ok(explained.length > 700, `${explained.length} clauses`);
  t.same(
    explained.filter(code => !new RegExp(`^${codes.source}$`).test(code)),
    [],
    'every entry is a code with a sentence',
  );
  t.same(
    explained.filter((code, at) => explained.indexOf(code) !== at),
    [],
    'no code comes twice',
  );
  t.end();
});
