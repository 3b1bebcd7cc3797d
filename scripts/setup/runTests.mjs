import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { setUp } from '../setup.mjs';
import { checkCompletion } from './checkCompletion.mjs';
import { installChromium } from './chromium.mjs';
import { assertNotInterrupted, interruptOnClosedOutput } from './interrupts.mjs';
import { root } from './run.mjs';
import { runTap } from './runTap.mjs';
import { testFiles } from './testFiles.mjs';
import { writeGroups } from './testGroups.mjs';

const runFiles = join(root, 'scripts', 'setup', 'runFiles.mjs');

/** Runs the named test files, or all. `start` gets a folder for data, and resolves to a Redis: `{ url, stop() }`. */
export const runTests = async (named, start) => {
  interruptOnClosedOutput();
  await setUp();
  const files = testFiles(named);
  if (files.length === 0) throw new Error(`No test file is named ${named.join(' ')}.`);
  await installChromium(files);
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-'));
  let redis;
  let result;
  try {
    redis = await start(folder);
    assertNotInterrupted();
    const env = { ...process.env, REDIS_URL: redis.url, NODE_ENV: 'test' };
    const groupedFiles = writeGroups(files);
    result = checkCompletion(groupedFiles, await runTap([runFiles, ...groupedFiles], env, console.log), console.log);
  } finally {
    await redis?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const {
    counts: { passed, failed },
    code,
  } = result;
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = code === 0 && failed === 0 ? 0 : 1;
};
