/**
 * npm test [files…]: sets up what is missing, starts one Redis for all test files (or takes REDIS_URL), and runs them.
 * Each test file starts a server of its own on a free port, with projects of its own.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { countPoints } from './setup/countPoints.mjs';
import { root } from './setup/run.mjs';
import { testFiles } from './setup/testFiles.mjs';
import { runMain, setUp } from './setup.mjs';

const runTap = (files, env, rawFile) => new Promise(resolve => {
  const tap = spawn(process.execPath, [
    join(root, 'node_modules', 'tap', 'dist', 'esm', 'run.mjs'), 'run',
    '--disable-coverage', '--allow-empty-coverage', '--jobs=2', '--timeout=120', `--output-file=${rawFile}`, ...files,
  ], { cwd: root, env, stdio: 'inherit' });
  tap.on('exit', code => resolve(code ?? 1));
});

await runMain(async () => {
  setUp();
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-'));
  const { startEmbeddedRedis } = await import('../dist/src/store/embeddedRedis.js');
  const redis = process.env.REDIS_URL ? undefined : await startEmbeddedRedis(folder, process.env.REDISEARCH_MODULE ?? '');
  const rawFile = join(folder, 'raw.tap');
  const files = testFiles(process.argv.slice(2));
  if (files.length === 0) throw new Error(`No test file is named ${process.argv.slice(2).join(' ')}.`);
  const code = await runTap(files, { ...process.env, REDIS_URL: redis?.url ?? process.env.REDIS_URL, NODE_ENV: 'test' }, rawFile);
  await redis?.stop();
  const { passed, failed } = countPoints(readFileSync(rawFile, 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = code === 0 && failed === 0 ? 0 : 1;
});
