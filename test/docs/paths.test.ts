/** The documentation names only files, folders and headings that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from '../support/tap.js';

const root = new URL('../../../', import.meta.url);
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(new URL('docs', root), { recursive: true, encoding: 'utf8' }).map(name => `docs/${name}`),
].filter(path => path.endsWith('.md') && existsSync(new URL(path, root)));

const read = (url: URL): string => readFileSync(url, 'utf8');
/** Returns GitHub's anchor name for a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const anchorsIn = (markdown: string): Set<string> =>
  new Set([...markdown.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)));

const paths = /(?<![\w./-])(?:src|lua|test|bench|faults|scripts|ops|docs|bin)\/[\w.-]+(?:\/[\w.-]+)*/g;
const links = /\]\((?!\w+:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

test('every file and folder that the documentation names exists', t => {
  const missing = pages.flatMap(page =>
    (read(new URL(page, root)).match(paths) ?? [])
      .map(path => path.replace(/[.-]+$/, ''))
      .filter(path => !existsSync(new URL(path, root)))
      .map(path => `${page}: ${path}`),
  );
  t.same(missing, []);
  t.end();
});

test('every link of the documentation leads to a file and to a heading in it', t => {
  const broken = pages.flatMap(page =>
    [...read(new URL(page, root)).matchAll(links)].flatMap(([, path = '', anchor]) => {
      const target = path === '' ? new URL(page, root) : new URL(path, new URL(page, root));
      if (!existsSync(target)) return [`${page}: ${path}`];
      return anchor !== undefined && !anchorsIn(read(target)).has(anchor) ? [`${page}: ${path}#${anchor}`] : [];
    }),
  );
  t.same(broken, []);
  t.end();
});
