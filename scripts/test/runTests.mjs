import { assertNotInterrupted, interruptOnClosedOutput, interruptSignal } from '../setup/interrupts.mjs';
import { installChromium } from '../setup/chromium.mjs';
import { installNginx } from '../setup/nginx.mjs';
import { setUp } from '../setup.mjs';
import { needsBrowser, needsNginx } from './neededPrograms.mjs';
import { inOrder, orderFiles, rememberTimes } from './orderFiles.mjs';
import { measureRun } from './processorTime.mjs';
import { printResult, printSummary } from './report.mjs';
import { runFiles } from './runFiles.mjs';
import { createRunFolder, createSharedParts, keepBusy, removeFolder } from './sharedParts.mjs';
import { testFiles } from './testFiles.mjs';

/**
 * Test processes wait for the server, for Redis and for timers, so that four of them keep two cores busy. Each more
 * takes three seconds of processor time to load the program and to compile the schemas of responses.
 */
export const jobsMax = Number(process.env.TEST_JOBS ?? '4');
/** Limits the time of a file that hangs; on a busy machine some files take minutes. */
const timeoutSecondsDefault = '600';

const print = text => console.log(text);

/**
 * Runs the named test files, or all. `startRedis` gets a folder for data, and resolves to a Redis, `{ url, stop() }`;
 * `isInOrder` runs the files as they are named, `seed` orders them at random; `busy` cores are kept busy by other
 * processes; `variables` are additional environment variables, and `nodeOptions` options of Node, for the processes of
 * the tests.
 */
export const runTests = async (
  named,
  startRedis,
  { withTimes = false, isInOrder = false, seed, busy = 0, variables = {}, nodeOptions = [] } = {},
) => {
  interruptOnClosedOutput();
  const files = testFiles(named);
  const pageFiles = new Set(files.filter(needsBrowser));
  const withPages = pageFiles.size > 0;
  await setUp({ withConsole: withPages });
  const browser = withPages ? await installChromium() : undefined;
  const nginx = files.some(needsNginx) ? await installNginx() : undefined;
  const folder = createRunFolder();
  const results = [];
  const load = keepBusy(busy);
  let redis;
  let parts;
  let used;
  try {
    redis = await startRedis(folder);
    assertNotInterrupted();
    const env = {
      TEST_TIMEOUT_SECONDS: timeoutSecondsDefault,
      ...process.env,
      ...variables,
      REDIS_URL: redis.url,
      NODE_ENV: 'test',
      ...(browser === undefined ? {} : { TEST_BROWSER: browser }),
      ...(nginx === undefined ? {} : { TEST_NGINX: nginx }),
      // The Redis processes that tests start themselves keep their files in memory as well.
      TMPDIR: folder,
      // The root test of tap is not used, and its timeout would end the process.
      TAP_TIMEOUT: '0',
    };
    parts = createSharedParts(env);
    const jobs = Math.min(jobsMax, files.length);
    await runFiles(isInOrder ? inOrder(files, named) : orderFiles(files, seed), jobs, {
      pageFiles: isInOrder ? new Set() : pageFiles,
      env,
      nodeOptions,
      provide: parts.provide,
      notify: parts.notify,
      isStopped: () => interruptSignal() !== undefined,
      onResult: result => {
        results.push(result);
        printResult(result, print);
      },
    });
    used = measureRun();
  } finally {
    load.stop();
    await parts?.stop();
    await redis?.stop();
    removeFolder(folder);
  }
  assertNotInterrupted();
  rememberTimes(results);
  const finished = new Set(results.map(({ file }) => file));
  const missing = files.filter(file => !finished.has(file));
  process.exitCode = printSummary(
    results,
    { missing, withTimes, isWhole: named.length === 0 && busy === 0, used },
    print,
  )
    ? 0
    : 1;
};
