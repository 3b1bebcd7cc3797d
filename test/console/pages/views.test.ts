/**
 * Walks through the pages of the console: nothing is wider than the window, cut off, without a reason or without a
 * name.
 */
import { longForm, skip } from '../../support/browser.js';
import { openConsolePage, violationsOf } from '../../support/consolePages.js';
import { isLong } from '../../support/rounds.js';
import { test } from '../../support/tap.js';
import { consolePages, openAndSettle } from './consolePages.js';

/** What reaches beyond the right edge of the window, without what stands in a part that scrolls by itself. */
const wideScript = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement;
  const scrolls = element => element !== null &&
    (['auto', 'scroll'].includes(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  const wide = [...document.querySelectorAll('header *, main *')].filter(element =>
    element.getBoundingClientRect().width > 0 && element.getBoundingClientRect().right > clientWidth + 1 &&
    !scrolls(element.parentElement) && element.closest('.react-flow') === null);
  const names = wide.map(element => element.tagName + ' ' + (element.textContent ?? '').slice(0, 40));
  return scrollWidth > clientWidth ? [...names, 'the page itself'] : names;
})()`;

test('no page is wider than a phone of 390 pixels', { skip }, async t => {
  const { quayside, shop, details, ofAll, ofServer } = await consolePages();
  const phone = { viewport: { width: 390, height: 844 } };
  const { page } = await openConsolePage(t, quayside, 'ana@example.com', `/${shop.projectKey}/zones`, phone);
  const short = [details.get('orders')!, details.get('customers')!];
  for (const path of isLong ? [...ofAll, ...ofServer] : short) {
    await openAndSettle(page, path);
    t.same(await page.evaluate(wideScript), [], path);
  }
});

/** Buttons that cannot be used and do not say why. At both ends of a list its number says it. */
const silentScript = `[...document.querySelectorAll('main button:is(:disabled, [data-disabled])')]
  .filter(button => !button.matches('.mantine-Pagination-control, .mantine-NumberInput-control') &&
    (document.getElementById(button.getAttribute('aria-describedby'))?.textContent ?? '') === '')
  .map(button => 'without a reason: ' + (button.textContent || button.getAttribute('aria-label')))`;

/** Pages of operators and developers, with ids of what they list, or paths of slow requests. */
const technical: ReadonlySet<string> = new Set(['messages', '-/messages', '-/audit', '-/operations']);

/** Ids say nothing to people; parts of them, as in keys of the tests, are none. */
const idsScript = `[...document.querySelector('main').innerText.matchAll(
  /(?<![\\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\\w-])/g)].map(([id]) => 'the id ' + id)`;

/** Cells, headings and buttons whose words are broken, cut off or shortened; an email has no place to break at. */
const wordsScript = `(() => {
  const texts = 'th, td, button, a.mantine-Button-root, nav a, label, legend, h1, h2, h3, h4, [role=tab], ' +
    '[role=radio], .mantine-Badge-root, .mantine-Pill-root';
  const shown = [...document.querySelectorAll('header, main, nav')]
    .flatMap(part => [...part.querySelectorAll(texts)])
    .filter(each => each.getClientRects().length > 0 && getComputedStyle(each).visibility === 'visible');
  const isBroken = (node, { 0: word, index }) => {
    const range = document.createRange();
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const visible = [...range.getClientRects()].filter(({ width }) => width > 0);
    return new Set(visible.map(({ top }) => Math.round(top))).size > 1;
  };
  const isShortened = element => {
    const { overflowX, display } = getComputedStyle(element);
    return !['visible', 'auto', 'scroll'].includes(overflowX) && display !== 'inline' &&
      element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
  };
  // A word of a text may be longer than its column, and so may a part of an id.
  const longest = 24;
  const isIdPart = word => /^[0-9a-f]{8,}$/.test(word);
  const problems = element => {
    const found = [];
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const node = nodes.currentNode;
      for (const word of node.data.matchAll(/[\\p{L}\\p{N}]+/gu))
        if (!node.data.includes('@') && word[0].length <= longest && !isIdPart(word[0]) && isBroken(node, word))
          found.push('a broken word: ' + word[0]);
      for (let each = node.parentElement; each !== element.parentElement; each = each.parentElement)
        if (element.tagName !== 'TD' && isShortened(each)) found.push('shortened: ' + node.data);
    }
    return found;
  };
  return [...new Set(shown.flatMap(problems))];
})()`;

/** Each width, language and colour scheme with some of the others: all of them together would take many minutes. */
const views = [
  { width: 1_440, locale: 'en-GB', colorScheme: 'light' },
  { width: 1_024, locale: 'de-DE', colorScheme: 'dark' },
  { width: 390, locale: 'en-GB', colorScheme: 'dark' },
  { width: 390, locale: 'de-DE', colorScheme: 'light' },
] as const;

for (const { width, locale, colorScheme } of views)
  test(
    `${width} pixels, ${locale}, ${colorScheme}: nothing is cut off or breaks WCAG at A and AA`,
    longForm,
    async t => {
      const { quayside, shop, ofAll, ofServer } = await consolePages();
      const options = { viewport: { width, height: 900 }, locale, colorScheme };
      const { page } = await openConsolePage(t, quayside, 'ana@example.com', `/${shop.projectKey}/zones`, options);
      const broken: string[] = [];
      for (const path of [...ofAll, ...ofServer]) {
        await openAndSettle(page, path);
        const scripts = [wideScript, wordsScript, silentScript, ...(technical.has(path) ? [] : [idsScript])];
        const found = await Promise.all(scripts.map(script => page.evaluate(script) as Promise<string[]>));
        const problems = [...found.flat(), ...(await violationsOf(page))];
        broken.push(...problems.map(problem => `${path}: ${problem.slice(0, 300)}`));
      }
      t.same(broken, []);
    },
  );
