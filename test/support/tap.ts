/**
 * tap for test files that run one after the other in one process: `t` is the test of the running file, so its teardowns
 * run, and its failures count, when that file ends. A file that runs alone has the root test of tap.
 */
import { t as root, type Test } from 'tap';

export type { Test } from 'tap';

/** The test of the running file. */
export let t: Test = root;

/** Adds a test to the running file. */
export const test = ((...args: Parameters<Test['test']>) => t.test(...args)) as Test['test'];
type Teardown = () => unknown;
const processTeardowns: Teardown[] = [];

/** True if files follow one another in this process. */
let isShared = false;

/**
 * Makes `file` the test that further calls of `t` and `test` refer to.
 *
 * @public used by scripts/test/testProcess.mjs
 */
export const beginFile = (file: Test): void => {
  isShared = true;
  t = file;
};

/** Runs `teardown` when the process has no more files to run, for the parts that its files share. */
export const teardownProcess = (teardown: Teardown): void => {
  if (isShared) processTeardowns.push(teardown);
  else root.teardown(teardown);
};

/**
 * Runs the teardowns of the process, the newest first.
 *
 * @public used by scripts/test/testProcess.mjs
 */
export const endProcess = async (): Promise<void> => {
  for (const teardown of processTeardowns.splice(0).reverse()) await teardown();
};
