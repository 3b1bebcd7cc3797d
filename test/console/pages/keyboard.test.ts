/** Walks through the pages of the console by the Tab key. */
import { longForm } from '../../support/browser.js';
import { openConsolePage } from '../../support/consolePages.js';
import { test } from '../../support/tap.js';
import { consolePages, openAndSettle } from './consolePages.js';

/**
 * Numbers what the Tab key has to reach, with the look of each where it has no focus. Of radio buttons it reaches one.
 */
const numberScript = `(() => {
  const around = element => [element, element.parentElement, element.nextElementSibling,
    element.closest('.mantine-Input-input'),
    element.id === '' ? null : document.querySelector('label[for="' + element.id + '"]')];
  window.lookOf = element => around(element).map(each => {
    if (each === null) return '';
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } =
    getComputedStyle(each);
    return [outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor].join();
  }).join('|');
  document.activeElement?.blur();
  // Colours change slowly, also those of the field that had the focus.
  for (const animation of document.getAnimations()) animation.finish();
  const all = [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex]')].filter(each =>
    each.tabIndex >= 0 && !each.disabled && each.type !== 'hidden' && each.closest('[inert]') === null &&
    each.getClientRects().length > 0 && getComputedStyle(each).visibility === 'visible' &&
    !(each.type === 'radio' && !each.checked));
  window.stops = all.map(element => ({ element, look: lookOf(element), isReached: false }));
  return all.length;
})()`;

/** Whether the focus is on a new stop, and shown. */
const focusScript = `(() => {
  const at = stops.findIndex(({ element }) => element === document.activeElement);
  const stop = stops[at];
  if (stop === undefined) return document.activeElement === document.body ? 'end' : 'other';
  // A date has several places.
  if (stop === window.lastStop) return 'same';
  window.lastStop = stop;
  if (stop.isReached) return 'again';
  stop.isReached = true;
  for (const animation of document.getAnimations()) animation.finish();
  stop.isShown = lookOf(stop.element) !== stop.look;
  return 'new';
})()`;

const nameScript = `stops.filter(({ isReached, isShown }) => !isReached || !isShown).map(({ element, isReached }) =>
  (isReached ? 'no visible focus: ' : 'not reached: ') + element.outerHTML.slice(0, 160))`;

/** More stops in a row than any page has. */
const stopsMax = 500;

test('the Tab key reaches all of every page, shows where it is, and leaves every part', longForm, async t => {
  const { quayside, shop, ofAll, ofServer } = await consolePages();
  const { page } = await openConsolePage(t, quayside, 'ana@example.com', `/${shop.projectKey}/zones`);
  const problems: string[] = [];
  for (const path of [...ofAll, ...ofServer]) {
    await openAndSettle(page, path);
    await page.evaluate(numberScript);
    // The first stop is behind what has had the focus, so that the end may come before the beginning.
    let [found, ends] = ['', 0];
    for (let at = 0; at < stopsMax && ends < 2 && found !== 'again'; at++) {
      await page.keyboard.press('Tab');
      found = (await page.evaluate(focusScript)) as string;
      if (found === 'end') ends++;
    }
    const named = (await page.evaluate(nameScript)) as string[];
    if (ends < 2 && found !== 'again') named.push(`no end after ${stopsMax} stops`);
    problems.push(...named.map(each => `${path}: ${each}`));
  }
  t.same(problems, []);
});
