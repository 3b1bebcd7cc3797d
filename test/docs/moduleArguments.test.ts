/** Operators load RediSearch 1.2 with the arguments that the embedded Redis gives it. */
import { readFileSync } from 'node:fs';
import { test } from '../support/tap.js';
import { loadArguments } from '../../src/base/redis/searchIndex/parseModuleList.js';

const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8');

test('the operations page loads RediSearch 1.2 with the arguments of the embedded Redis', t => {
  const lines = page.split('\n').filter(line => line.trim().startsWith('loadmodule'));
  t.same(
    lines.map(line => line.trim()),
    [['loadmodule /usr/lib/redis/modules/redisearch.so', ...loadArguments].join(' ')],
  );
  t.end();
});
