/**
 * Makes a fresh checkout runnable: installs npm packages from the lock file and Redis with RediSearch, and builds. Each
 * step does nothing when its result exists. Only modules of Node are used, since no package is installed yet.
 */
import { readFileSync } from 'node:fs';
import { assertNotInterrupted, holdSignals, interruptSignal, releaseSignals } from './setup/interrupts.mjs';
import { installPackages } from './setup/packages.mjs';
import { installRedis } from './setup/redis.mjs';
import { build } from './setup/build.mjs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const nodeMajorMin = Number(/\d+/.exec(engines.node)[0]);

/** Sets up the checkout; `options` are those of build. */
export const setUp = async (options = {}) => {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < nodeMajorMin)
    throw new Error(`Node ${process.versions.node} is too old; Quayside needs Node ${engines.node}.`);
  await installPackages();
  await installRedis();
  await build(options);
};

/** Ends this process with the signal that it received. */
const endBySignal = signal => {
  process.kill(process.pid, signal);
  // The system may take a moment; nothing else may start meanwhile.
  return new Promise(resolve => setTimeout(resolve, 60_000));
};

/** Runs `main`; a signal ends the processes that it started. Prints the message of an error and exits with code 1. */
export const runMain = async main => {
  // The run continues when its output is no longer read.
  for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);
  holdSignals();
  try {
    await main();
    await releaseSignals();
    assertNotInterrupted();
  } catch (error) {
    console.error(error.message);
    await releaseSignals();
    if (interruptSignal() !== undefined) await endBySignal(interruptSignal());
    process.exit(1);
  }
};
