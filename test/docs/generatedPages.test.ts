import { readFileSync } from 'node:fs';
import { test } from '../support/tap.js';

interface Page {
  readonly path: string;
  readonly text: string;
}

const root = new URL('../../../', import.meta.url);
const { generatedPages } = (await import(new URL('scripts/docs/pages.mjs', root).href)) as {
  generatedPages: () => Promise<readonly Page[]>;
};

for (const { path, text } of await generatedPages())
  test(`${path} is the output of npm run docs`, t => {
    t.equal(readFileSync(new URL(path, root), 'utf8'), text);
    t.end();
  });
