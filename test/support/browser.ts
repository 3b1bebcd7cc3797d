/** Pages in a real browser, if one is installed. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { requestPart } from './requestPart.js';
import { skipInShort } from './rounds.js';
import { teardownProcess } from './tap.js';

/** The reason to skip a test, for the test's options. */
export const skip =
  process.env.TEST_BROWSER === undefined && 'there is no chromium on this machine (apt-get install chromium)';

/** The options of a test of a page that runs only in the long form, as in `npm run test:console`. */
export const longForm = { skip: skip || skipInShort };

export interface Opened {
  readonly page: Page;
  /** Returns the hosts of its requests, without data URLs. */
  origins(): string[];
  /** Script errors and console errors. */
  readonly problems: readonly string[];
  close(): Promise<void>;
}

let connected: Promise<Browser> | undefined;

/** Connects to the browser of the test run, which all files share; starts it again if it has ended. */
const connectToBrowser = async (): Promise<Browser> => {
  if (connected !== undefined && (await connected).isConnected()) return connected;
  connected = requestPart<{ endpoint: string }>('browser').then(({ endpoint }) =>
    // Each click and each entry waits for this long, like a person.
    chromium.connect(endpoint, { slowMo: Number(process.env.BROWSER_PAUSE_MS ?? '0') }),
  );
  const browser = await connected;
  teardownProcess(() => browser.close());
  return browser;
};

/** Without options, `locale` is `en-GB` and the window has 1280 × 720 pixels. */
export interface PageOptions {
  readonly locale?: string;
  readonly timezoneId?: string;
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
}

interface PooledPage {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Identifies the options that a page cannot change after its start. */
  readonly key: string;
}

/** Closed pages by their keys. Reopening one saves the start of a process and the loading of the scripts. */
const closedPages = new Map<string, PooledPage[]>();
const isOpen = ({ page }: PooledPage): boolean => !page.isClosed() && page.context().browser()?.isConnected() === true;

const createPage = async ({ locale = 'en-GB', timezoneId }: PageOptions): Promise<PooledPage> => {
  const fixed = { locale, timezoneId };
  const context = await (await connectToBrowser()).newContext(fixed);
  return { context, page: await context.newPage(), key: JSON.stringify(fixed) };
};

const takePage = ({ locale = 'en-GB', timezoneId }: PageOptions): PooledPage | undefined => {
  const pooled = closedPages.get(JSON.stringify({ locale, timezoneId }))?.pop();
  return pooled !== undefined && isOpen(pooled) ? pooled : undefined;
};

/** Deletes the data that the page stored, and keeps the page for the next test. */
const closePage = async (pooled: PooledPage): Promise<void> => {
  const { context, page, key } = pooled;
  if (!isOpen(pooled)) return context.close();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  for (const other of context.pages()) if (other !== page) await other.close();
  if (page.url().startsWith('http')) await page.evaluate('localStorage.clear(); sessionStorage.clear()');
  await page.goto('about:blank');
  await context.clearCookies();
  closedPages.set(key, [...(closedPages.get(key) ?? []), pooled]);
};

/** Observes a page for the test that opens it. */
const observePage = async (
  pooled: PooledPage,
  { viewport = { width: 1_280, height: 720 }, colorScheme = 'light' }: PageOptions,
): Promise<Opened> => {
  const { page } = pooled;
  await page.setViewportSize(viewport);
  // Animations are reduced, so that a test sees the final state of a page.
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
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
  let closing: Promise<void> | undefined;
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
    close: () => (closing ??= closePage(pooled)),
  };
};

/** Opens a page that no test has used, with an empty cache and history. */
export const openNewPage = async (options: PageOptions = {}): Promise<Opened> =>
  observePage(await createPage(options), options);

/** Opens a page without the cookies and storage of earlier tests. Files that it loaded before come from its cache. */
export const openPage = async (options: PageOptions = {}): Promise<Opened> =>
  observePage(takePage(options) ?? (await createPage(options)), options);
