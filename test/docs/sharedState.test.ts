/** The page about shared state lists everything that outlives a request. */
import { readdirSync, readFileSync } from 'node:fs';
import { packageFile } from '../../src/base/config/packageFile.js';
import { test } from '../support/tap.js';

/** Matches a cache, or a module variable that changes: `let`, or a collection that is empty at first. */
const kept =
  /^(?:export )?let (\w+)|^(?:export )?const (\w+)(?:: (?!Readonly)[^=]+)? = new (?:Map|Set)\b(?:<.*>)?\(\);|([#\w]+)(?:: [^=]+)? = new (?:LRUCache|KeptResponses|WeakMap|WeakSet)\b/;

const sourceOf = (path: string): string => readFileSync(packageFile(path), 'utf8');

const keptIn = (path: string): string[] =>
  sourceOf(path)
    .split('\n')
    .flatMap(line => {
      const name = kept
        .exec(line)
        ?.slice(1)
        .find(each => each !== undefined);
      return name === undefined ? [] : [`${path} ${name}`];
    });

test('the page of shared state names each cache and each variable of a module, and no other', async t => {
  const sources = readdirSync(packageFile('src/'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => `src/${name}`);
  const listed = Array.from(
    sourceOf('docs/reference/shared-state.md').matchAll(/\[`([#\w]+)`\]\(\.\.\/\.\.\/(src\/[^)]+)\)/g),
    ([, name, path]) => `${path} ${name}`,
  );
  t.strictSame(listed.sort(), sources.flatMap(keptIn).sort());
});
