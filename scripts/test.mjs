/**
 * npm test [files…]: runs the test files with one Redis for all, or with the Redis of REDIS_URL. Each test file starts
 * a server of its own on a free port, with projects of its own.
 */
import { runTests } from './setup/runTests.mjs';
import { runMain } from './setup.mjs';

const start = async folder => {
  const url = process.env.REDIS_URL;
  if (url) return { url, stop: async () => undefined };
  const { startEmbeddedRedis } = await import('../dist/src/redis/embedded/startEmbeddedRedis.js');
  return startEmbeddedRedis(folder, process.env.REDISEARCH_MODULE ?? '');
};

await runMain(() => runTests(process.argv.slice(2), start));
