/** Starts sessions of the console in a browser that opens the other pages. */
import type { Page } from 'playwright-core';
import type { ClientCredentials } from '../../src/projects/createProject.js';

/** Starts a session of an API client, and reloads the page, which then shows the project. */
export const signIn = async (page: Page, { projectKey, clientId, clientSecret }: ClientCredentials): Promise<void> => {
  const status = await page.evaluate(
    async body => {
      const headers = { 'Content-Type': 'application/json' };
      return (await fetch('/-/session', { method: 'POST', headers, body: JSON.stringify(body) })).status;
    },
    { projectKey, clientId, clientSecret },
  );
  if (status !== 201) throw new Error(`no session: status ${status}`);
  await page.reload();
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
