/** Starts a real browser if one is installed. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { t } from 'tap';

const executable = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap(folder => ['chromium', 'chromium-browser', 'google-chrome'].map(name => join(folder, name)))
  .find(existsSync);

const missing = 'there is no chromium on this machine (apt-get install chromium): pages are not tried in a browser';
// A skipped browser test must be visible, and the runner reports only passed and failed tests.
if (executable === undefined) console.error(missing);

/** The reason to skip a test, for the test's options. */
export const skip = executable === undefined ? missing : false;

export interface Opened {
  readonly page: Page;
  /** The hosts of its requests, without data URLs. */
  origins(): string[];
  /** Script errors and console errors. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

let launched: Promise<Browser> | undefined;

/** One browser serves all tests of a process, since its start takes seconds; it is started again if it has ended. */
const launchBrowser = async (): Promise<Browser> => {
  if (launched !== undefined && (await launched).isConnected()) return launched;
  launched = chromium.launch({
    executablePath: executable,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    // Each click and each entry waits so long, as a person does.
    slowMo: Number(process.env.BROWSER_PAUSE_MS ?? '0'),
  });
  const browser = await launched;
  t.teardown(() => browser.close());
  return browser;
};

/**
 * Opens a page that shares no storage with others. `options` are of the browser, such as the size of its window and
 * whether the person prefers dark pages.
 */
export const openPage = async (options: BrowserContextOptions = {}): Promise<Opened> => {
  const context = await (await launchBrowser()).newContext(options);
  const page = await context.newPage();
  const asked: string[] = [];
  const problems: string[] = [];
  page.on('request', request => {
    asked.push(request.url());
  });
  page.on('pageerror', error => {
    problems.push(error.message);
  });
  page.on('console', message => {
    if (message.type() === 'error') problems.push(message.text());
  });
  return {
    page,
    problems,
    origins: () => [
      ...new Set(
        asked
          .map(url => new URL(url))
          .filter(({ protocol }) => protocol !== 'data:')
          .map(({ origin }) => origin),
      ),
    ],
    close: () => context.close(),
  };
};
