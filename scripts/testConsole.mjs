/**
 * npm run test:console [-- --update]: runs all tests of the console with a browser. `--update` replaces the pictures of
 * the tasks instead of comparing them; `--orders N` opens a list of that many orders.
 */
import { parseArgs } from 'node:util';
import { runMain } from './setup.mjs';
import { runTests } from './test/runTests.mjs';
import { startEmbedded } from './test/startEmbedded.mjs';

const { values } = parseArgs({ options: { update: { type: 'boolean' }, orders: { type: 'string' } } });
const { update = false, orders } = values;
const files = update ? 'test/console/tasks' : orders === undefined ? 'test/console' : 'test/console/lists.test.ts';

await runMain(() =>
  runTests([files], startEmbedded, {
    variables: {
      TEST_LONG: '1',
      // A walk through all pages with each role takes minutes, more on a busy machine.
      TEST_TIMEOUT_SECONDS: '1800',
      ...(update && { UPDATE_PICTURES: '1' }),
      // Writing a million orders takes many minutes.
      ...(orders !== undefined && { LIST_ORDERS: orders, TEST_TIMEOUT_SECONDS: '7200' }),
    },
  }),
);
