/** The pages outside the console in each width and both colour schemes: nothing is cut off or breaks WCAG A and AA. */
import type { Page } from 'playwright-core';
import { longForm, openPage } from '../../support/browser.js';
import { violationsOf } from '../../support/consolePages.js';
import { startQuayside } from '../../support/quayside.js';
import { test } from '../../support/tap.js';

const quayside = await startQuayside();
const { projectKey } = await quayside.project();

/** The pages, each with a selector that exists when the page is complete. */
const pages = [
  { path: '/', shown: 'h1' },
  { path: `/${projectKey}/graphiql`, shown: '.graphiql-query-editor .CodeMirror textarea' },
  { path: `/${projectKey}/orders/indexer/graphiql`, shown: '.graphiql-query-editor .CodeMirror textarea' },
];

/**
 * The editor of GraphiQL scrolls while its own field, which is next to the scrolling part, has the focus; a tab stop
 * at that part would be a second stop at the same editor.
 */
const isKnown = (violation: string): boolean =>
  violation.startsWith('scrollable-region-focusable <div class="CodeMirror-scroll"');

const isWide = async (page: Page): Promise<boolean> =>
  (await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')) as boolean;

for (const { path, shown } of pages)
  test(
    `${path.replace(projectKey, '{projectKey}')} breaks no rule of WCAG at A and AA in any width`,
    longForm,
    async t => {
      for (const colorScheme of ['light', 'dark'] as const)
        for (const width of [1_440, 1_024, 390]) {
          const opened = await openPage({ viewport: { width, height: 900 }, colorScheme });
          const { page } = opened;
          await page.goto(`${quayside.address}${path}`);
          await page.locator(shown).first().waitFor({ state: 'attached' });
          t.same(
            (await violationsOf(page)).filter(each => !isKnown(each)),
            [],
            `${colorScheme} ${width}`,
          );
          t.notOk(await isWide(page), `${colorScheme} ${width} scrolls sideways`);
          await opened.close();
        }
    },
  );
