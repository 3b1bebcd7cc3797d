/** Serves the built files of a storefront on loopback, and opens it in the browser. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { openNewPage } from '../../support/browser.js';
import { t } from '../../support/tap.js';

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

const textEndings = new Set(['.html', '.js']);

export interface ServedFiles {
  readonly address: string;
  stop(): Promise<void>;
}

/**
 * Serves the files of a folder, and index.html for every other path, as a page with its own router needs. `settings`
 * are the placeholders for settings in the build, with their values.
 */
export const serveBuilt = async (folder: string, settings: Readonly<Record<string, string>>): Promise<ServedFiles> => {
  const read = (file: string): Buffer | string => {
    if (!textEndings.has(extname(file))) return readFileSync(file);
    return Object.entries(settings).reduce(
      (text, [name, value]) => text.replaceAll(name, value),
      readFileSync(file, 'utf8'),
    );
  };
  const server = createServer((incoming, response) => {
    const named = join(folder, new URL(incoming.url!, 'http://localhost').pathname);
    const file = existsSync(named) && statSync(named).isFile() ? named : join(folder, 'index.html');
    response.setHeader('content-type', contentTypes[extname(file)] ?? 'application/octet-stream');
    response.end(read(file));
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise(resolve => void server.close(() => resolve())),
  };
};

/** Returns the scopes that the scripts of a build name for the project. */
export const scopesIn = (folder: string, projectKey: string): readonly string[] => {
  const scripts = readdirSync(join(folder, 'js')).filter(name => name.endsWith('.js'));
  const text = scripts.map(name => readFileSync(join(folder, 'js', name), 'utf8')).join('\n');
  return [
    ...new Set(Array.from(text.matchAll(new RegExp(`\\b([a-z_]+):${projectKey}\\b`, 'g')), ([, scope]) => scope!)),
  ];
};

/** The page is quiet after several checks, since it may send more requests after a response. */
const quietChecks = 4;
const quietMs = 100;

const emptyPicture = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

export interface ShopPage {
  readonly page: Page;
  /** Script errors and console errors. */
  readonly problems: readonly string[];
  /** Returns the elements with this `data-test`. */
  part(name: string): Locator;
  /** Clicks without checking the position of the element: the style sheets of other hosts are missing. */
  press(element: Locator): Promise<void>;
  /** Waits until the page has no open request: the shop loses its session when a request is interrupted. */
  settled(): Promise<void>;
  /** Fills the fields of a form, whose `data-test` begins with `prefix`. */
  fill(prefix: string, values: Readonly<Record<string, string>>, within?: Locator): Promise<void>;
}

/** Opens a page whose requests to hosts other than loopback get empty responses. */
export const openShop = async (): Promise<ShopPage> => {
  const opened = await openNewPage({ locale: 'en-GB' });
  t.teardown(() => opened.close());
  const { page, problems } = opened;
  await page.route(
    url => url.protocol.startsWith('http') && url.hostname !== '127.0.0.1',
    route => {
      const isPicture = route.request().resourceType() === 'image';
      return route.fulfill(
        isPicture ? { contentType: 'image/svg+xml', body: emptyPicture } : { contentType: 'text/css', body: '' },
      );
    },
  );
  // A service worker would answer from its cache, and load scripts from another host.
  await page.addInitScript('delete Navigator.prototype.serviceWorker');
  let requests = 0;
  page.on('request', () => void (requests += 1));
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', () => void (requests -= 1));
  const part = (name: string): Locator => page.locator(`[data-test="${name}"]`);
  return {
    page,
    problems,
    part,
    settled: async () => {
      for (let quiet = 0; quiet < quietChecks; quiet = requests === 0 ? quiet + 1 : 0) await setTimeout(quietMs);
    },
    press: element => element.dispatchEvent('click'),
    fill: async (prefix, values, within) => {
      for (const [name, value] of Object.entries(values)) {
        const selector = `[data-test="${prefix}${name}"]`;
        await (within ?? page).locator(selector).first().fill(value);
      }
    },
  };
};
