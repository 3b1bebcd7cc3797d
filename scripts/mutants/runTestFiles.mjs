/** Runs test files in a copy of the project, in the given order, until the first of them fails. */
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { spawnChild } from '../setup/interrupts.mjs';

/** Ends a run with all that it has started; it removes its folder by itself. */
const interrupt = child => {
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
};

/**
 * Resolves to undefined if all files pass, and otherwise to what failed first: a test file with the title of its test,
 * the build or the start of the server, or a run that takes too long, as an endless loop does.
 */
export const runTestFiles = (folder, files, { timeoutMs, env = {} }) =>
  new Promise((resolve, reject) => {
    const child = spawnChild(process.execPath, [join(folder, 'scripts', 'test.mjs'), '--in-order', ...files], {
      cwd: folder,
      env: { ...process.env, TEST_JOBS: '2', ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let failure;
    let isFailed = false;
    const timer = setTimeout(() => {
      failure ??= 'the tests take too long';
      interrupt(child);
    }, timeoutMs);
    const lines = createInterface({ input: child.stdout });
    lines.on('line', line => {
      const [, file] = /^FAILED (\S+)/.exec(line) ?? [];
      const [, title] = /^ {2}✗ (.*)/.exec(line) ?? [];
      if (file !== undefined && !isFailed) {
        isFailed = true;
        failure = file;
        interrupt(child);
      } else if (title !== undefined && failure !== undefined && !failure.includes(': ')) failure += `: ${title}`;
    });
    child.once('error', reject);
    child.once('close', code => {
      clearTimeout(timer);
      resolve(code === 0 ? undefined : (failure ?? 'the program does not build or start'));
    });
  });
