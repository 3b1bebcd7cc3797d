/** Sets up what is missing, starts a store for all test files, and runs them. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { setUp } from '../setup.mjs';
import { installChromium } from './chromium.mjs';
import { createDigest } from './digest.mjs';
import { root } from './run.mjs';
import { testFiles } from './testFiles.mjs';
import { writeGroups } from './testGroups.mjs';

const runTap = async (files, env, digest) => {
  const tap = spawn(process.execPath, [join(root, 'scripts', 'setup', 'runFiles.mjs'), ...files], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: tap.stdout })) digest.read(line);
  return tap.exitCode ?? await new Promise(resolve => tap.once('exit', code => resolve(code ?? 1)));
};

/** `start` is given a folder for its data, and resolves to the store: `{ url, stop() }`. */
export const runTests = async (named, start) => {
  setUp();
  const files = testFiles(named);
  if (files.length === 0) throw new Error(`No test file is named ${named.join(' ')}.`);
  installChromium(files);
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-'));
  const { url, stop } = await start(folder);
  const digest = createDigest(console.log);
  const code = await runTap(writeGroups(files), { ...process.env, REDIS_URL: url, NODE_ENV: 'test' }, digest);
  await stop();
  const { passed, failed } = digest.counts;
  rmSync(folder, { recursive: true, force: true });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = code === 0 && failed === 0 ? 0 : 1;
};
