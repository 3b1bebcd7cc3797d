/**
 * npm test [files…]: runs the test files with one Redis for all, or with the Redis of REDIS_URL. Each test file starts
 * a server of its own on a free port, with projects of its own.
 */
import { runTests } from './setup/runTests.mjs';
import { startEmbedded } from './setup/startEmbedded.mjs';
import { runMain } from './setup.mjs';

await runMain(() => runTests(process.argv.slice(2), startEmbedded));
