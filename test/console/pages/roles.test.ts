/** Walks through the pages of the console with each role: none finds a control that the server refuses. */
import type { Dialog, Page } from 'playwright-core';
import { longForm } from '../../support/browser.js';
import { openConsolePage } from '../../support/consolePages.js';
import { test } from '../../support/tap.js';
import { consolePages, nextFrames, openAndSettle } from './consolePages.js';

/** Requests that change nothing, although their method is POST. */
const isReading = (path: string): boolean =>
  path === '/-/session/tokens' ||
  /\/(?:orders|customers|products)\/search$/.test(path) ||
  path.endsWith('/orders/indexer/graphql');

/** What a viewer is offered in the pages themselves, beside headings of columns, filters and numbers of pages. */
const harmless: ReadonlySet<string> = new Set([
  'Apply',
  'Change the password',
  'Columns',
  'Earlier',
  'Today',
  'Later',
  'Expert filter',
  'Export',
  'History',
  'Technical details',
  'Overview',
  'Pause',
  'Try',
]);
const isHarmless = (name: string): boolean => /^\d*$/.test(name) || harmless.has(name);

/** Presses every button and tab of a page; returns those that a viewer has no use for, and those that open a window. */
const pressAll = async (page: Page): Promise<readonly string[]> => {
  const controls = page.locator('main :is(button, [role=tab]):not(th *, [aria-label="Narrow down"] *):visible');
  const found = (await controls.allInnerTexts()).filter(name => !isHarmless(name));
  const confirm = (question: Dialog): void => {
    found.push('a question');
    void question.dismiss();
  };
  page.on('dialog', confirm);
  const dialog = page.getByRole('dialog');
  // Tabs come first and hide what follows, so they are pressed last.
  for (let at = (await controls.count()) - 1; at >= 0; at--) {
    const control = controls.nth(at);
    // What was pressed before may have hidden it.
    if (!(await control.isEnabled({ timeout: 2_000 }).catch(() => false))) continue;
    await control.dispatchEvent('click');
    await page.evaluate(nextFrames);
    if ((await dialog.count()) > 0) found.push(`a window of ${await control.innerText()}`);
    found.push(...(await page.getByRole('menuitem').allInnerTexts()).filter(entry => !/^(?:CSV|JSON)/.test(entry)));
    await page.keyboard.press('Escape');
  }
  page.off('dialog', confirm);
  return found;
};

test('a viewer finds no control that opens a form, changes anything or is refused', longForm, async t => {
  const { quayside, shop, ofAll } = await consolePages();
  const { page } = await openConsolePage(t, quayside, 'vera@example.com', `/${shop.projectKey}/zones`);
  const refused = new Set<string>();
  const links = new Set<string>();
  page.on('response', response => {
    const [method, { pathname }] = [response.request().method(), new URL(response.url())];
    if (response.status() === 403 || (method !== 'GET' && !isReading(pathname)))
      refused.add(`${method} ${pathname}: ${response.status()}`);
  });
  for (const path of ofAll) {
    await openAndSettle(page, path);
    for (const link of await page
      .locator('a:visible:not([target])')
      .evaluateAll(all => all.map(each => each.getAttribute('href'))))
      links.add(link ?? '');
    t.same(await pressAll(page), [], path);
  }
  t.same([...refused], []);
  t.same(
    [...links].filter(link => /\/create$|\/-\/(?:projects|accounts|audit|operations|start)/.test(link)),
    [],
  );
  const tools = [...links].filter(link => !link.startsWith('/console') && link !== '#main');
  t.same(tools.sort(), ['/openapi', `/${shop.projectKey}/graphiql`].sort());
  for (const tool of tools) await page.goto(`${quayside.address}${tool}`, { waitUntil: 'networkidle' });
  t.same(
    [...refused].filter(request => request.endsWith(': 403')),
    [],
  );
});

for (const email of ['sam@example.com', 'mara@example.com', 'otto@example.com'])
  test(`${email} finds no control that is refused`, longForm, async t => {
    const { quayside, shop, ofAll } = await consolePages();
    const { page } = await openConsolePage(t, quayside, email, `/${shop.projectKey}/zones`);
    const refused = new Set<string>();
    page.on('response', response => {
      if (response.status() === 403) refused.add(`${response.request().method()} ${new URL(response.url()).pathname}`);
    });
    // Nothing changes, so that all controls stay: an empty body is invalid, and the server looks at the right first.
    await page.route(
      url => !isReading(url.pathname),
      route => (route.request().method() === 'GET' ? route.continue() : route.continue({ postData: '{}' })),
    );
    const links = await page.locator('nav a').evaluateAll(all => all.map(each => each.getAttribute('href') ?? ''));
    const own = links
      .map(link => link.slice(`/console/${shop.projectKey}/`.length))
      .filter(link => link.startsWith('-/'));
    for (const path of new Set([...own, ...ofAll])) {
      await openAndSettle(page, path);
      await pressAll(page);
    }
    t.same([...refused], []);
  });
