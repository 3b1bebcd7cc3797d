/** npm run test:cluster [files…]: runs the test files on a Redis Cluster of three masters with a replica each. */
import { runTests } from './test/runTests.mjs';
import { runMain } from './setup.mjs';

const start = async () => {
  const { startCluster } = await import('../dist/test/support/startCluster.js');
  return startCluster({ masters: 3, replicas: 3 });
};

await runMain(() => runTests(process.argv.slice(2), start));
