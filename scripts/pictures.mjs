/** npm run pictures: takes the pictures of the console for docs/console, with a browser and an embedded Redis. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installChromium } from './setup/chromium.mjs';
import { spawnChild } from './setup/interrupts.mjs';
import { root } from './setup/run.mjs';
import { runMain, setUp } from './setup.mjs';

const program = join('dist', 'test', 'console', 'takePictures.js');

await runMain(async () => {
  await setUp();
  await installChromium([program]);
  const folder = mkdtempSync(join(tmpdir(), 'quayside-pictures-'));
  const { startEmbeddedRedis } = await import('../dist/src/redis/embedded/startEmbeddedRedis.js');
  const redis = await startEmbeddedRedis(folder, process.env.REDISEARCH_MODULE ?? '');
  try {
    const env = { ...process.env, REDIS_URL: redis.url, NODE_ENV: 'test', TAP_TIMEOUT: '0' };
    const run = spawnChild(process.execPath, ['--enable-source-maps', program], { cwd: root, env, stdio: 'inherit' });
    process.exitCode = await new Promise(resolve => run.once('exit', code => resolve(code ?? 1)));
  } finally {
    await redis.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});
