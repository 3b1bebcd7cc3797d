/** The documentation stays short enough to be read: everything but docs/reference, the change log and the licence. */
import { readdirSync, readFileSync } from 'node:fs';
import { test } from '../support/tap.js';
import { root } from './codeBlocks.js';

const maxWords = 40_000;
const maxReadmeLines = 110;

const pages = [
  ...readdirSync(root).filter(name => name !== 'CHANGELOG.md'),
  ...readdirSync(`${root}docs`, { recursive: true, encoding: 'utf8' })
    .filter(name => !name.startsWith('reference/'))
    .map(name => `docs/${name}`),
].filter(path => path.endsWith('.md'));

/** Counts as `wc -w` does. */
const wordsOf = (path: string): number => readFileSync(`${root}${path}`, 'utf8').match(/\S+/g)?.length ?? 0;

test(`all pages beside the reference have at most ${maxWords} words together`, async t => {
  const longest = pages.map(path => ({ path, words: wordsOf(path) })).sort((a, b) => b.words - a.words);
  const total = longest.reduce((sum, { words }) => sum + words, 0);
  t.ok(pages.includes('README.md') && pages.includes('docs/decisions/commits.md'));
  t.ok(total <= maxWords, `${total} words; the longest are ${JSON.stringify(longest.slice(0, 10))}`);
});

test(`README.md has fewer than ${maxReadmeLines} lines`, async t => {
  const lines = readFileSync(`${root}README.md`, 'utf8').trimEnd().split('\n').length;
  t.ok(lines < maxReadmeLines, `${lines} lines`);
});
