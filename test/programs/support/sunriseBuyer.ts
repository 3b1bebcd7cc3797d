/** A buyer in the vendor's storefront, and functions that the steps of a purchase share. */
import type { Project as Sdk } from '../../support/sdk.js';
import type { Test } from '../../support/tap.js';
import { waitUntil as waitFor } from '../../support/waitUntil.js';
import type { ShopPage } from './builtShop.js';

/** Bounds the wait of a step: a page is ready within seconds, and each step after a failed one waits this long. */
export const stepTimeoutMs = 15_000;
export const waitUntil = (holds: () => Promise<boolean> | boolean): Promise<void> => waitFor(holds, stepTimeoutMs);

export const email = 'ada.buyer@example.com';
export const password = 'secret-1a';
export const newPassword = 'secret-2b';

export interface Buyer extends ShopPage {
  readonly address: string;
  readonly sdk: Sdk;
  /** Opens a page of the shop in Germany and English. */
  open(path: string): Promise<void>;
  /** Returns the number of articles that the header shows for the cart. */
  articles(): Promise<number>;
  /** Returns the names of the products on the page. */
  products(): Promise<readonly string[]>;
  readonly isRest: boolean;
  /** True if the scopes let buyers read discount codes and change orders. */
  readonly mayManageOrders: boolean;
}

export type Step = readonly [title: string, run: (buyer: Buyer, t: Test) => Promise<void>];

export const textsOf = async (buyer: Buyer, name: string): Promise<readonly string[]> =>
  (await buyer.part(name).allInnerTexts()).map(text => text.trim());

export const waitForText = (buyer: Buyer, selector: string, text: RegExp): Promise<void> =>
  buyer.page.locator(selector).filter({ hasText: text }).first().waitFor();

export const waitForArticles = (buyer: Buyer, count: number): Promise<void> =>
  waitUntil(async () => (await buyer.articles()) === count);

/** Waits until the page shows other products. */
export const waitForOtherProducts = async (buyer: Buyer, before: readonly string[]): Promise<readonly string[]> => {
  let now: readonly string[] = before;
  await waitUntil(async () => {
    now = await buyer.products();
    return now.length > 0 && now.join() !== before.join();
  });
  return now;
};

export const allNames = async ({ sdk }: Buyer) => {
  const { body } = await sdk
    .productProjections()
    .get({ queryArgs: { limit: 500 } })
    .execute();
  return body.results.map(({ name }) => name);
};

export const openAll = async (buyer: Buyer): Promise<readonly string[]> => {
  await buyer.open('products/all');
  return waitForOtherProducts(buyer, []);
};

export const addFromList = async (buyer: Buyer, at: number): Promise<void> => {
  await openAll(buyer);
  await buyer.press(buyer.page.locator('.product-action a[title="Add to Cart"]').nth(at));
};

export const typeCode = async (buyer: Buyer, typed: string): Promise<void> => {
  await buyer.part('discount-code-input').fill(typed);
  await buyer.press(buyer.part('apply-discount-code-button'));
};

export const signIn = async (buyer: Buyer, typed: string): Promise<void> => {
  await buyer.open('login');
  await buyer.fill('login-form-', { email, password: typed });
  await buyer.press(buyer.part('login-form-submit'));
};

export const signOut = async (buyer: Buyer): Promise<void> => {
  await buyer.press(buyer.part('sign-out'));
  await buyer.page.waitForURL(/\/login/);
  await buyer.open('login');
  await waitForArticles(buyer, 0);
};

/** Waits until the page shows the menu of the user with the greeting. */
export const waitForAccount = async (buyer: Buyer, greeting: string): Promise<void> => {
  await buyer.page.waitForURL(/\/user/);
  await waitForText(buyer, '.welcome', new RegExp(greeting));
};
