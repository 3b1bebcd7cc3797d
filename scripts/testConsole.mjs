/**
 * npm run test:console [-- --update]: runs all tests of the console with a browser. `--update` keeps the pictures of
 * the tasks as they are now instead of comparing them.
 */
import { startEmbedded } from './setup/startEmbedded.mjs';
import { runTests } from './setup/runTests.mjs';
import { runMain } from './setup.mjs';

process.env.CONSOLE_TASKS = 'all';
if (process.argv.includes('--update')) process.env.UPDATE_PICTURES = '1';
await runMain(() =>
  runTests(process.argv.includes('--update') ? ['test/console/tasks'] : ['test/console'], startEmbedded),
);
