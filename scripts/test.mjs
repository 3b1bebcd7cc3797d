/**
 * npm test [files…]: sets up what is missing, starts one Redis for all test files (or takes REDIS_URL), and runs them.
 * Each test file starts a server of its own on a free port, with projects of its own.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { installChromium } from './setup/chromium.mjs';
import { createDigest } from './setup/digest.mjs';
import { root } from './setup/run.mjs';
import { testFiles } from './setup/testFiles.mjs';
import { writeGroups } from './setup/testGroups.mjs';
import { runMain, setUp } from './setup.mjs';

const runTap = async (files, env, digest) => {
  const tap = spawn(process.execPath, [join(root, 'scripts', 'setup', 'runFiles.mjs'), ...files], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: tap.stdout })) digest.read(line);
  return tap.exitCode ?? await new Promise(resolve => tap.once('exit', code => resolve(code ?? 1)));
};

await runMain(async () => {
  setUp();
  const files = testFiles(process.argv.slice(2));
  if (files.length === 0) throw new Error(`No test file is named ${process.argv.slice(2).join(' ')}.`);
  installChromium(files);
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-'));
  const { startEmbeddedRedis } = await import('../dist/src/store/embeddedRedis.js');
  const redis = process.env.REDIS_URL ? undefined : await startEmbeddedRedis(folder, process.env.REDISEARCH_MODULE ?? '');
  const digest = createDigest(console.log);
  const code = await runTap(writeGroups(files), { ...process.env, REDIS_URL: redis?.url ?? process.env.REDIS_URL, NODE_ENV: 'test' }, digest);
  await redis?.stop();
  const { passed, failed } = digest.counts;
  rmSync(folder, { recursive: true, force: true });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = code === 0 && failed === 0 ? 0 : 1;
});
