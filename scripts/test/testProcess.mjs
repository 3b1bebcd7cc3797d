/**
 * A process that runs test files one after the other, as its parent names them. It loads the program and the libraries
 * once for all of them. Each file is a separate test of tap, so that neither its failures nor its teardowns affect
 * another file.
 */
import asyncHooks from 'node:async_hooks';
import { syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import { inspect } from 'node:util';
import { collectFailures } from './collectFailures.mjs';
import { usedMs } from './processorTime.mjs';
import { moduleOf } from './testFiles.mjs';

// tap follows each promise of the process to find the test of an uncaught error, which takes processor time. Here one
// test runs at a time, and gets such errors.
const { createHook } = asyncHooks;
asyncHooks.createHook = () => ({ enable: () => undefined, disable: () => undefined });
syncBuiltinESMExports();
const { Test } = await import('tap');
asyncHooks.createHook = createHook;
syncBuiltinESMExports();
const { beginFile, endProcess } = await import('../../dist/test/support/tap.js');

/** The innermost running test, which gets uncaught errors; and the file that runs or ran last. */
let running;
let lastFile = 'the start';

const addError = error => {
  const thrown = error instanceof Error ? error : new Error(`thrown: ${inspect(error)}`);
  if (running !== undefined) running.threw(thrown);
  else process.send({ lateError: inspect(thrown), file: lastFile });
};
process.on('uncaughtException', addError);
process.on('unhandledRejection', addError);

/** Follows the tests below `test`, and passes its comments on. */
const follow = test => {
  const children = [];
  test.on('subtestStart', child => {
    running = child;
    children.push(follow(child));
  });
  test.on('subtestEnd', child => {
    // The next test may have started already.
    if (running === child) running = test;
  });
  test.parser.on('comment', comment => {
    if (!/^# (?:Subtest|time=|failed |test count)/.test(comment)) console.log(`${lastFile}: ${comment.trim()}`);
  });
  return { test, children };
};

const runFile = async file => {
  const test = new Test({
    name: file,
    timeout: Number(process.env.TEST_TIMEOUT_SECONDS) * 1_000,
    cb: async () => {
      await import(pathToFileURL(moduleOf(file)).href);
    },
  });
  const tree = follow(test);
  running = test;
  lastFile = file;
  beginFile(test);
  test.resume();
  await new Promise(resolve => {
    test.runMain(resolve);
  });
  // A parent test would do that, but this test has none.
  test.setTimeout(0);
  running = undefined;
  return tree;
};

const texts = value => inspect(value, { depth: 12, maxStringLength: 2_000, maxArrayLength: 100, breakLength: 110 });

const report = async file => {
  const startedMs = performance.now();
  const before = usedMs();
  const tree = await runFile(file);
  const cpuMs = usedMs() - before;
  const ran = tree.children.filter(({ test }) => !test.options.skip);
  const failed = ran.filter(({ test }) => !test.passing()).length;
  return {
    file,
    passed: ran.length - failed,
    // An error outside of the tests of a file counts as one failed test.
    failed: failed === 0 && !tree.test.passing() ? 1 : failed,
    skipped: tree.children.length - ran.length,
    failures: collectFailures(tree.test, texts),
    tests: ran.map(({ test }) => ({ title: test.name, ms: test.time })),
    ms: performance.now() - startedMs,
    cpuMs,
  };
};

const end = async () => {
  await endProcess();
  process.exit(0);
};

process.on('message', message => {
  if (message.run !== undefined) void report(message.run).then(result => process.send({ result }));
  else if (message.end) void end();
});
// The run was killed: the processes that its files have started end with this process.
process.once('disconnect', () => process.exit(1));
process.send({ ready: true });
