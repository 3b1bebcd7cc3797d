/** Opens pages of the administration console in a browser, signed in with an account. */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { password } from './accounts.js';
import { openPage, type PageOptions } from './browser.js';
import type { Quayside } from './quayside.js';
import type { Test } from './tap.js';

interface OpenedConsole {
  readonly page: Page;
  readonly close: () => Promise<void>;
  /** Script errors, without the 401 before the sign-in. */
  readonly unexpected: () => readonly string[];
}

/**
 * Starts a session and opens a path below `/console` until the test ends. Signing in through the form would take the
 * browser longer.
 */
export const openConsolePage = async (
  t: Pick<Test, 'teardown'>,
  { address }: Quayside,
  email: string,
  path: string,
  options: PageOptions = {},
): Promise<OpenedConsole> => {
  const opened = await openPage(options);
  const { page } = opened;
  t.teardown(() => opened.close());
  const answer = await page.request.post(`${address}/-/session`, {
    data: { email, password },
    headers: { Origin: address },
  });
  if (answer.status() !== 201) throw new Error(`no session: status ${answer.status()}`);
  await page.goto(`${address}/console${path}`);
  await page.getByRole('banner').waitFor();
  return {
    page,
    close: () => opened.close(),
    unexpected: () => opened.problems.filter(each => !each.includes('401 (Unauthorized)')),
  };
};

/** Waits until everything has its final colour and place, except for endless animations. */
const settleScript = `(async () => {
  const moving = () =>
    document.getAnimations().filter(({ playState, effect }) =>
      playState === 'running' && effect.getComputedTiming().endTime !== Infinity);
  while (moving().length > 0) await Promise.allSettled(moving().map(({ finished }) => finished));
})()`;

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Returns the rules of WCAG of level A and AA that a page violates, with the elements. */
export const violationsOf = async (page: Page): Promise<readonly string[]> => {
  await page.evaluate(settleScript);
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource);
  const found = await page.evaluate(
    `axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'],
      resultTypes: ['violations'] }).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ' ' + html)))`,
  );
  return found as readonly string[];
};

/** Exports a list as a file. */
export const download = async (page: Page, format: string): Promise<{ name: string; text: string }> => {
  await page.getByRole('button', { name: 'Export' }).click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: format, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await text(await file.createReadStream()) };
};
