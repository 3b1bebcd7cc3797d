import { test } from '../support/tap.js';
import { describeApi } from '../../src/openapi/describeApi.js';
import { openPage, skip } from '../support/browser.js';
import { isLong } from '../support/rounds.js';
import { startQuayside } from '../support/quayside.js';
import { unexpected } from '../support/signIn.js';

const quayside = await startQuayside();

interface Main {
  readonly textContent: string;
  querySelector(selector: string): Pick<Main, 'textContent'> | null;
}
interface Link {
  readonly id: string;
  click(): void;
}
interface Page {
  readonly document: {
    querySelector(selector: string): Main;
    querySelectorAll(selector: string): Iterable<Link>;
  };
  readonly location: { readonly hash: string };
}

/** One of so many operations is opened: all in the long form. */
const step = isLong ? 1 : 12;

test('opens every operation of the description, with its schemas and its example', { skip }, async t => {
  const browser = await openPage();
  const { page, problems } = browser;
  t.teardown(() => browser.close());
  await page.goto(`${quayside.address}/openapi`);
  await page
    .getByRole('status')
    .filter({ hasText: /^\d+ operations$/ })
    .waitFor();
  const opened = await page.evaluate(async every => {
    const { document } = globalThis as unknown as Page;
    const main = document.querySelector('main');
    const isShown = (id: string) =>
      main.querySelector(`[data-operation="${id}"]`) !== null && !main.textContent.includes('Loading…');
    const found: string[] = [];
    const links = [...document.querySelectorAll('.operations li a')];
    for (const link of links.filter((_, at) => at % every === 0)) {
      const id = link.id.replace('link-', '');
      link.click();
      const endMs = Date.now() + 30_000;
      while (!isShown(id) && Date.now() < endMs) await new Promise(resolve => setTimeout(resolve, 5));
      const error = main.querySelector('.error:not(:empty)')?.textContent ?? '';
      found.push(`${main.querySelector('.path')?.textContent ?? `${id} is not shown`}${error}`);
    }
    return { found, count: links.length };
  }, step);
  const described = Object.entries(describeApi().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `${method.toUpperCase()} ${path}`),
  );
  t.equal(opened.count, described.length);
  t.equal(opened.found.length, Math.ceil(described.length / step));
  t.same(
    opened.found.filter(each => !described.includes(each)),
    [],
  );
  t.same(unexpected(problems), []);
});
