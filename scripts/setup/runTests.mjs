/** Sets up what is missing, starts a store for all test files, and runs them. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { tmpdir } from 'node:os';
import { setUp } from '../setup.mjs';
import { installChromium } from './chromium.mjs';
import { assertNotInterrupted } from './interrupts.mjs';
import { root } from './run.mjs';
import { runTap } from './runTap.mjs';
import { runTwice } from './runTwice.mjs';
import { testFiles } from './testFiles.mjs';
import { writeGroups } from './testGroups.mjs';

const runFiles = join(root, 'scripts', 'setup', 'runFiles.mjs');

/** `start` is given a folder for its data, and resolves to the store: `{ url, stop() }`. */
export const runTests = async (named, start) => {
  setUp();
  const files = testFiles(named);
  if (files.length === 0) throw new Error(`No test file is named ${named.join(' ')}.`);
  installChromium(files);
  const folder = mkdtempSync(join(tmpdir(), 'quayside-test-'));
  let store;
  let result;
  try {
    store = await start(folder);
    assertNotInterrupted();
    const env = { ...process.env, REDIS_URL: store.url, NODE_ENV: 'test' };
    const run = (some, more) => runTap([runFiles, ...some], { ...env, ...more }, console.log);
    result = await runTwice(writeGroups(files), run, console.log);
  } finally {
    await store?.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const {
    counts: { passed, failed },
    code,
  } = result;
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = code === 0 && failed === 0 ? 0 : 1;
};
