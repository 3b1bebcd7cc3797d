/** Starts sessions of the console in a browser that opens the other pages. */
import type { Page } from 'playwright-core';
import type { ClientCredentials } from '../../src/projects/createProject.js';

/** Starts a session of an API client, and opens a page, which then shows the project. */
export const openSignedIn = async (
  page: Page,
  url: string,
  { projectKey, clientId, clientSecret }: ClientCredentials,
): Promise<void> => {
  const { origin } = new URL(url);
  const data = { projectKey, clientId, clientSecret };
  const answer = await page.request.post(`${origin}/-/session`, { data, headers: { Origin: origin } });
  if (answer.status() !== 201) throw new Error(`no session: status ${answer.status()}`);
  await page.goto(url);
  await page.getByRole('banner').getByText(projectKey).first().waitFor();
};

/** Returns the problems of a page, without the 401 before the sign-in. */
export const unexpected = (problems: readonly string[]): readonly string[] =>
  problems.filter(each => !each.includes('401 (Unauthorized)'));

interface BrowserStores {
  readonly sessionStorage: Readonly<Record<string, string>>;
  readonly localStorage: object;
  readonly document: { readonly cookie: string };
}

/** Returns the data that scripts of the page can read in the browser. */
export const readStores = async (page: Page) =>
  page.evaluate(() => {
    const { sessionStorage, localStorage, document } = globalThis as unknown as BrowserStores;
    return { session: { ...sessionStorage }, local: Object.entries(localStorage), cookie: document.cookie };
  });
