import { test } from '../support/tap.js';
import { startQuayside } from '../support/quayside.js';
import { runHere } from '../support/runHere.js';

const quayside = await startQuayside();
const { projectKey } = await quayside.project();
const fields = (command: string, ...more: string[]) => runHere(['fields', command, '--project', projectKey, ...more]);
const code = ['--type', 'order', '--field', 'code'];

test('indexes a custom field, lists it, and removes the index', async t => {
  const index = await fields('index', ...code, '--wait');
  t.equal(index.code, 0);
  t.match(index.stderr, /^(0 of 0 resources indexed\n)*$/, 'the progress, where the command sees the build');
  t.equal(index.stdout, `the field code of order resources will be indexed in ${projectKey}\nthe index is complete\n`);
  t.equal(
    (await fields('index', ...code)).stdout,
    `the field code of order resources was already indexed in ${projectKey}\n`,
  );
  t.equal((await fields('list')).stdout, 'order\tcode\tcomplete\n');
  const listed = JSON.parse((await fields('list', '--json')).stdout) as unknown;
  t.same(listed, [{ type: 'order', field: 'code', status: 'complete', indexed: 0 }]);
  t.equal(
    (await fields('unindex', ...code)).stdout,
    `the field code of order resources is no longer indexed in ${projectKey}\n`,
  );
  t.equal(
    (await fields('unindex', ...code)).stdout,
    `the field code of order resources was not indexed in ${projectKey}\n`,
  );
  t.equal((await fields('list')).stdout, '');
});

test('refuses a type without custom fields', async t => {
  const { code: exitCode, stderr } = await fields('index', '--type', 'zone', '--field', 'code');
  t.equal(exitCode, 1);
  t.match(stderr, 'zone');
});
