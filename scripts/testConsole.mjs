/**
 * npm run test:console [-- options] [files and folders…]: runs the long form of the named test files with a browser, by
 * default of all tests of the console.
 *   --update    replaces the pictures of the tasks instead of comparing them; by default it runs the tasks alone
 *   --orders N  opens a list of that many orders; by default it runs the tests of lists alone
 */
import { flag, integer, readCommandLine } from './setup/commandLine.mjs';
import { runMain } from './setup.mjs';
import { runTests } from './test/runTests.mjs';
import { startEmbedded } from './test/startEmbedded.mjs';

const { values, positionals } = readCommandLine({
  options: { update: flag, orders: integer },
  positionals: 'files and folders',
});
const { update = false, orders } = values;
const byDefault = update ? 'test/console/tasks' : orders === undefined ? 'test/console' : 'test/console/lists.test.ts';

await runMain(() =>
  runTests(positionals.length > 0 ? positionals : [byDefault], startEmbedded, {
    variables: {
      TEST_LONG: '1',
      // A walk through all pages with each role takes minutes, more on a busy machine.
      TEST_TIMEOUT_SECONDS: '1800',
      ...(update && { UPDATE_PICTURES: '1' }),
      // Writing a million orders takes many minutes.
      ...(orders !== undefined && { LIST_ORDERS: String(orders), TEST_TIMEOUT_SECONDS: '7200' }),
    },
  }),
);
