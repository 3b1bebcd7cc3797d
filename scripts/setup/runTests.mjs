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

/** More than that is no accident of timing. */
const triedAgainMax = 3;

const runTap = async (files, env) => {
  const digest = createDigest(console.log);
  const tap = spawn(process.execPath, [join(root, 'scripts', 'setup', 'runFiles.mjs'), ...files], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: tap.stdout })) digest.read(line);
  const code = tap.exitCode ?? await new Promise(resolve => tap.once('exit', code => resolve(code ?? 1)));
  return { ...digest, code };
};

/**
 * Few files that failed beside others are run once more, one after the other: tests of time-outs, crashes and elections
 * depend on a machine that others may use. A file that fails again has failed; one that passes then is named.
 */
const runTwice = async (files, env) => {
  const first = await runTap(files, env);
  const again = [...first.failedFiles.keys()];
  if (again.length === 0 || again.length > triedAgainMax || files.length === 1) return first;
  console.log(`\nfailed beside others, tried again alone: ${again.join(' ')}\n`);
  const second = await runTap(again, { ...env, TEST_JOBS: '1' });
  const passedNow = again.filter(file => !second.failedFiles.has(file));
  if (passedNow.length > 0) console.log(`\npassed at the second try only: ${passedNow.join(' ')}`);
  const counts = { ...first.counts };
  for (const { passed, failed } of first.failedFiles.values()) {
    counts.passed -= passed;
    counts.failed -= failed;
  }
  counts.passed += second.counts.passed;
  counts.failed += second.counts.failed;
  return { counts, code: second.code };
};

/** `start` is given a folder for its data, and resolves to the store: `{ url, stop() }`. */
export const runTests = async (named, start) => {
  setUp();
  const files = testFiles(named);
  if (files.length === 0) throw new Error(`No test file is named ${named.join(' ')}.`);
  installChromium(files);
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-'));
  const { url, stop } = await start(folder);
  const { counts: { passed, failed }, code } = await runTwice(writeGroups(files), { ...process.env, REDIS_URL: url, NODE_ENV: 'test' });
  await stop();
  rmSync(folder, { recursive: true, force: true });
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = code === 0 && failed === 0 ? 0 : 1;
};
