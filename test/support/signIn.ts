/** Signs in at the dialog of the pages, as a person does. */
import type { Page } from 'playwright-core';
import type { ClientCredentials } from '../../src/projects/createProject.js';

export const fillSignIn = async (page: Page, { clientId, clientSecret }: ClientCredentials): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await dialog.getByLabel('Client id').fill(clientId);
  await dialog.getByLabel('Client secret').fill(clientSecret);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
};

/** Opens the dialog from the header, and waits until the header shows the project. */
export const signIn = async (page: Page, credentials: ClientCredentials): Promise<void> => {
  await page.getByRole('banner').getByRole('button', { name: 'Sign in' }).click();
  await fillSignIn(page, credentials);
  await page.getByRole('banner').getByText(credentials.projectKey).waitFor();
};

interface BrowserStores {
  readonly sessionStorage: Readonly<Record<string, string>>;
  readonly localStorage: object;
  readonly document: { readonly cookie: string };
}

/** What the page has stored in the browser. */
export const readStores = async (page: Page) =>
  page.evaluate(() => {
    const { sessionStorage, localStorage, document } = globalThis as unknown as BrowserStores;
    return {
      session: JSON.parse(sessionStorage['quayside-session'] ?? '{}') as Record<string, unknown>,
      local: Object.entries(localStorage),
      cookie: document.cookie,
    };
  });
