/** Opens the main pages while their data arrive late, one after the other: nothing jumps under the mouse. */
import { longForm } from '../../support/browser.js';
import { openConsolePage } from '../../support/consolePages.js';
import { test } from '../../support/tap.js';
import { consolePages, openAndSettle } from './consolePages.js';

/** Adds what Chromium measures (https://web.dev/articles/cls). Its first paint is no shift. */
const observe = `window.shifted = 0;
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) window.shifted += value;
  }).observe({ type: 'layout-shift', buffered: true });`;

/** Above this, people notice it. */
const most = 0.1;
const types = ['orders', 'customers', 'products', 'cart-discounts', 'carts', 'payments'];

for (const viewport of [
  { width: 1_440, height: 900 },
  { width: 390, height: 844 },
])
  test(`${viewport.width} pixels: nothing jumps when data arrive`, longForm, async t => {
    const { quayside, shop, details } = await consolePages();
    const { projectKey } = shop;
    const { page } = await openConsolePage(t, quayside, 'ana@example.com', `/${projectKey}/zones`, { viewport });
    await page.addInitScript(observe);
    let requests = 0;
    await page.route(
      ({ pathname }) => pathname.startsWith(`/${projectKey}`),
      async route => {
        // Each a while after the one before.
        await new Promise(done => setTimeout(done, 100 + (requests++ % 4) * 100));
        await route.continue().catch(() => undefined);
      },
    );
    const jumping: string[] = [];
    for (const path of ['', ...types, ...types.flatMap(type => details.get(type) ?? [])]) {
      await openAndSettle(page, path);
      const shifted = (await page.evaluate('window.shifted')) as number;
      if (shifted > most) jumping.push(`${path}: ${shifted.toFixed(3)}`);
    }
    t.same(jumping, []);
  });
