/** The documentation names only files, folders and headings that exist, and the code only pages that exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from '../support/tap.js';

const root = new URL('../../../', import.meta.url);
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(new URL('docs', root), { recursive: true, encoding: 'utf8' }).map(name => `docs/${name}`),
].filter(path => path.endsWith('.md') && existsSync(new URL(path, root)));
/** What names pages in comments, messages and links. */
const sources = [
  'CHANGELOG.md',
  'Dockerfile',
  'SECURITY.md',
  ...['assets', 'bench', 'bin', 'console/src', 'faults', 'lua', 'ops', 'scripts', 'src', 'test'].flatMap(folder =>
    readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true, encoding: 'utf8' })
      .filter(entry => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map(({ parentPath, name }) => `${parentPath.slice(root.pathname.length)}/${name}`),
  ),
].filter(path => /\.(?:md|mjs|tsx?|lua|html|json|yml|conf|tsv)$|^Dockerfile$/.test(path));

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

test('every page, with its heading, that the code and the change log name exists', t => {
  const missing = sources.flatMap(source =>
    [...read(new URL(source, root)).matchAll(/(?<![\w./-])(docs\/[\w/-]+\.md)\b(?:#([\w-]+))?/g)]
      .filter(
        ([, page = '', anchor]) =>
          !existsSync(new URL(page, root)) ||
          (anchor !== undefined && !anchorsIn(read(new URL(page, root))).has(anchor)),
      )
      .map(([link]) => `${source}: ${link}`),
  );
  t.ok(sources.length > 1500, `${sources.length} files are read`);
  t.same(missing, []);
  t.end();
});
