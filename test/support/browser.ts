/** A real browser, where the machine has one. */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Page } from 'playwright-core';

const executable = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap(folder => ['chromium', 'chromium-browser', 'google-chrome'].map(name => join(folder, name)))
  .find(existsSync);

const missing = 'there is no chromium on this machine (apt-get install chromium): pages are not tried in a browser';
// The runner tells what passed and what failed; this should not go unseen.
if (executable === undefined) console.error(missing);

/** For the options of a test: why it cannot run. */
export const skip = executable === undefined ? missing : false;

export interface Opened {
  readonly page: Page;
  /** Where it asked something of: data URLs do not count. */
  origins(): string[];
  /** Errors of scripts, and what the console tells as one. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

export const openPage = async (): Promise<Opened> => {
  const browser = await chromium.launch({
    executablePath: executable,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  });
  const page = await browser.newPage();
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
    close: () => browser.close(),
  };
};
