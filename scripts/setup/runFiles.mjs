/**
 * Runs test files concurrently as subtests of one TAP stream, each in a process of its own. tap would load its hooks
 * (coverage, mocks, TypeScript) into every process and thread, which takes a third of the processor time. The tests use
 * none of them, so the environment variable that loads them is removed.
 */
import { t } from 'tap';

const jobs = Number(process.env.TEST_JOBS ?? 3);
/** Ends a process that hangs; on a busy machine a group of files takes minutes. */
const timeoutSeconds = Number(process.env.TEST_TIMEOUT_SECONDS ?? 900);

t.jobs = jobs;
t.setTimeout(0);
process.env.TAP_TIMEOUT = String(timeoutSeconds);
for (const file of process.argv.slice(2))
  void t.spawn('/bin/sh', ['-c', 'unset NODE_OPTIONS; exec "$@"', 'sh', process.execPath, file], {
    name: file,
    timeout: timeoutSeconds * 1000,
    buffered: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
