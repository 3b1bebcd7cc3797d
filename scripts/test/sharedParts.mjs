/** Parts that all test files of a run share: Redis, one server and one browser, each started when a file needs it. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnChild } from '../setup/interrupts.mjs';
import { root } from '../setup/run.mjs';

const isAlive = pid => {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/**
 * Creates a folder, in memory if the system has such folders, since tests need no data after the run. Its name contains
 * the process id of the run: the folders of runs that were killed are removed.
 */
export const createRunFolder = () => {
  const parent = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
  for (const name of readdirSync(parent)) {
    const [, pid] = /^quayside-test-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isAlive(Number(pid))) removeFolder(join(parent, name));
  }
  return mkdtempSync(join(parent, `quayside-test-${process.pid}-`));
};

/**
 * Options of Node that reduce the processor time of tests, which run most code a few times only: a larger generation
 * for young objects and for old ones before they are collected, later optimization of code, and one helper thread.
 */
export const sparingOptions = [
  '--max-semi-space-size=64',
  '--initial-old-space-size=512',
  '--interrupt-budget=1000000',
  '--v8-pool-size=1',
];

const startServer = env => {
  const program = join(root, 'dist', 'test', 'support', 'serverProcess.js');
  const child = spawnChild(process.execPath, [...sparingOptions, program], {
    cwd: root,
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise(resolve => {
    child.once('exit', resolve);
  });
  const started = new Promise((resolve, reject) => {
    child.once('message', ({ report, failure }) => {
      if (report === undefined) reject(new Error(`the server of the tests did not start: ${failure.reason}`));
      else resolve({ address: report.address, redisUrl: report.redisUrl });
    });
    void ended.then(code => reject(new Error(`the server of the tests ended with code ${code}`)));
  });
  return {
    value: started,
    notify: notifications => {
      if (child.connected) child.send({ notify: notifications });
    },
    stop: async () => {
      if (child.connected) child.disconnect();
      await ended;
    },
  };
};

/** Pages live for a second or two, so optimizing their code costs more processor time than it saves. */
const browserOptions = ['--no-sandbox', '--disable-dev-shm-usage', '--js-flags=--no-opt,--no-maglev'];

/** Starts the browser; `onEnd` is called when it ends by itself or is stopped. */
const startBrowser = (executablePath, onEnd) => {
  const launched = import('playwright-core').then(({ chromium }) =>
    chromium.launchServer({
      executablePath,
      args: browserOptions,
      host: '127.0.0.1',
    }),
  );
  return {
    value: launched.then(server => {
      server.once('close', onEnd);
      return { endpoint: server.wsEndpoint() };
    }),
    stop: async () => {
      // The test that asked for the browser received the error; there is nothing to close.
      const server = await launched.catch(() => undefined);
      await server?.close();
    },
  };
};

/** `provide(name)` starts a part once and resolves to the values by which the files use it. */
export const createSharedParts = env => {
  const starts = {
    server: () => startServer(env),
    otherServer: () => startServer(env),
    // The next file that opens a page starts another browser.
    browser: () => startBrowser(env.TEST_BROWSER, () => parts.delete('browser')),
  };
  const parts = new Map();
  return {
    provide: async name => {
      if (!parts.has(name)) parts.set(name, starts[name]());
      return parts.get(name).value;
    },
    /** Tells the server about projects whose search index has work. */
    notify: notifications => parts.get('server')?.notify(notifications),
    stop: async () => {
      for (const part of [...parts.values()].reverse()) await part.stop();
    },
  };
};

/** Starts processes that keep this many cores busy, until `stop` is called or this process has ended. */
export const keepBusy = count => {
  const children = Array.from({ length: count }, () =>
    spawnChild(process.execPath, ['-e', 'for (const { ppid } = process; process.ppid === ppid; );'], {
      stdio: 'ignore',
    }),
  );
  return { stop: () => children.forEach(child => child.kill('SIGKILL')) };
};

export const removeFolder = folder => rmSync(folder, { recursive: true, force: true });
