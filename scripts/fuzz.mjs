/**
 * npm run test:fuzz -- [--inputs 100000] [--seed 1] [--shrink] [--seconds 600] [--graphql 50000]: sends hostile input to
 * every route of a server of its own. With `--seconds` it searches that long for requests that take much processor time
 * for their length; with `--graphql` it sends that many generated GraphQL documents.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { assertNotInterrupted, spawnChild } from './setup/interrupts.mjs';
import { root } from './setup/run.mjs';
import { runMain, setUp } from './setup.mjs';

/**
 * The heap of each thread for GraphQL documents: a leak ends the process. With the memory of a large machine V8 keeps
 * the code of documents for long after they were dropped.
 */
const heapMiB = 320;

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    shrink: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    graphql: { type: 'string' },
  },
});

await runMain(async () => {
  await setUp();
  const folder = mkdtempSync(join(tmpdir(), 'quayside-fuzz-'));
  const { startEmbeddedRedis } = await import('../dist/src/redis/embedded/startEmbeddedRedis.js');
  let redis;
  try {
    redis = process.env.REDIS_URL ? undefined : await startEmbeddedRedis(folder, process.env.REDISEARCH_MODULE ?? '');
    assertNotInterrupted();
    const env = {
      ...process.env,
      REDIS_URL: redis?.url ?? process.env.REDIS_URL,
      NODE_ENV: 'test',
      FUZZ_INPUTS: values.inputs,
      FUZZ_SEED: values.seed,
      ...(values.shrink ? { FUZZ_SHRINK: '1' } : {}),
      ...(values.seconds === undefined ? {} : { FUZZ_SECONDS: values.seconds }),
      ...(values.graphql === undefined ? {} : { FUZZ_GRAPHQL: values.graphql }),
      TAP_TIMEOUT: '0',
    };
    const file =
      values.graphql !== undefined ? 'graphql.test.js' : values.seconds === undefined ? 'fuzz.test.js' : 'time.test.js';
    const heap = values.graphql === undefined ? [] : [`--max-old-space-size=${heapMiB}`];
    const run = spawnChild(
      process.execPath,
      [...heap, '--enable-source-maps', join(root, 'dist', 'test', 'fuzz', file)],
      {
        cwd: root,
        env,
        stdio: 'inherit',
      },
    );
    process.exitCode = await new Promise(resolve => run.once('exit', code => resolve(code ?? 1)));
    assertNotInterrupted();
  } finally {
    await redis?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
