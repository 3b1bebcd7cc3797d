/**
 * npm run test:console [-- --update]: runs all tests of the console with a browser. `--update` keeps the pictures of
 * the tasks as they are now instead of comparing them; `--orders N` opens a list of so many orders.
 */
import { parseArgs } from 'node:util';
import { startEmbedded } from './test/startEmbedded.mjs';
import { runTests } from './test/runTests.mjs';
import { runMain } from './setup.mjs';

const { values } = parseArgs({ options: { update: { type: 'boolean' }, orders: { type: 'string' } } });
process.env.CONSOLE_TASKS = 'all';
if (values.update) process.env.UPDATE_PICTURES = '1';
if (values.orders !== undefined) {
  process.env.LIST_ORDERS = values.orders;
  // Writing a million orders takes many minutes.
  process.env.TEST_TIMEOUT_SECONDS = '7200';
}
const files = values.update
  ? 'test/console/tasks'
  : values.orders !== undefined
    ? 'test/console/longList.test.ts'
    : 'test/console';
await runMain(() => runTests([files], startEmbedded));
