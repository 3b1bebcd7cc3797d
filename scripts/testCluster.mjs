/**
 * npm run test:cluster [-- files and folders…]: runs the named test files, or all, on a Redis Cluster of three masters
 * with a replica each.
 */
import { readCommandLine } from './setup/commandLine.mjs';
import { runTests } from './test/runTests.mjs';
import { runMain } from './setup.mjs';

const { positionals } = readCommandLine({ positionals: 'files and folders' });

const start = async () => {
  const { startCluster } = await import('../dist/test/support/startCluster.js');
  return startCluster({ masters: 3, replicas: 3 });
};

await runMain(() => runTests(positionals, start));
