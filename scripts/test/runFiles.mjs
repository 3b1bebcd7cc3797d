/** Runs test files in a few processes, each of which takes the next file as soon as it is ready. */
import { join } from 'node:path';
import { spawnChild } from '../setup/interrupts.mjs';
import { root } from '../setup/run.mjs';
import { sparingOptions } from './sharedParts.mjs';

const program = join(root, 'scripts', 'test', 'testProcess.mjs');

const failedResult = (file, message) => ({
  file,
  passed: 0,
  failed: 1,
  failures: [{ title: '', message, stack: '', details: '' }],
  skipped: 0,
  tests: [],
  ms: 0,
  cpuMs: 0,
});

/** Sends the value or the error of `provide` to a test process that asked for it. */
const sendPart = async (child, name, provide) => {
  const answer = await provide(name).then(
    value => ({ value }),
    error => ({ error: String(error?.stack ?? error) }),
  );
  if (child.connected) child.send({ provided: name, ...answer });
};

const endOf = (code, signal) => signal ?? `code ${code}`;

/**
 * Runs one process until no file is left. `provide(name)` resolves to a part that the files share, like the server. A
 * process that dies fails the file that it ran; the next process continues with the files after it.
 */
const runProcess = ({ takeFile, env, nodeOptions, provide, notify, onResult }) =>
  new Promise((resolve, reject) => {
    let file;
    let isReady = false;
    const child = spawnChild(process.execPath, [...sparingOptions, ...nodeOptions, program], {
      cwd: root,
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const next = () => {
      file = takeFile();
      child.send(file === undefined ? { end: true } : { run: file });
    };
    child.on('message', ({ ready, result, lateError, notify: notifications, need, file: lateFile }) => {
      isReady = true;
      if (result !== undefined) onResult(result);
      if (ready || result !== undefined) next();
      if (lateError !== undefined) onResult(failedResult(lateFile, `an error after the end of the file: ${lateError}`));
      if (notifications !== undefined) notify(notifications);
      if (need !== undefined) void sendPart(child, need, provide);
    });
    child.once('exit', (code, signal) => {
      if (!isReady) return reject(new Error(`A process of the tests did not start: ${endOf(code, signal)}.`));
      if (file !== undefined) onResult(failedResult(file, `its process ended with ${endOf(code, signal)}`));
      else if (code !== 0) onResult(failedResult('end of a test process', `it ended with ${endOf(code, signal)}`));
      resolve();
    });
  });

/**
 * Runs all files of `queue` in `jobs` processes. The first one begins with the files of `pageFiles` and the others with
 * the rest, since a process that opens a page again takes a fifth of the time of one that opens its first.
 */
export const runFiles = async (queue, jobs, { pageFiles = new Set(), ...options }) => {
  const work = async (_, job) => {
    const takeFile = () => {
      const at = queue.findIndex(file => pageFiles.has(file) === (job === 0));
      return queue.splice(Math.max(0, at), 1)[0];
    };
    while (queue.length > 0 && !options.isStopped()) await runProcess({ takeFile, ...options });
  };
  await Promise.all(Array.from({ length: jobs }, work));
};
