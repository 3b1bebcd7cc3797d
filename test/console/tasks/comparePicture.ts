/**
 * Compares a page with the picture that is kept of it in `test/console/pictures`. `UPDATE_PICTURES=1` keeps the page as
 * the new picture. Another browser or other fonts draw another picture, so pictures are compared only with those that
 * the same ones drew.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import pixelmatch from 'pixelmatch';
import type { Page } from 'playwright-core';
import { PNG } from 'pngjs';
import type { Test } from '../../support/tap.js';

const kept = join('test', 'console', 'pictures');
const failed = join('dist', 'test', 'pictures');
const renderingFile = join(kept, 'rendering.txt');
const isUpdate = process.env.UPDATE_PICTURES === '1';

/** A smaller difference is one of rounding. */
const differentPixelsMax = 200;
/** A page may still draw: a chart, or the answer to a request. */
const settleMs = 20_000;
const pollMs = 250;

/** Widths of a text in each kind of font. As a text, since the program that runs in the page has other globals. */
const widthsScript = `(() => {
  const context = document.createElement('canvas').getContext('2d');
  return ['sans-serif', 'serif', 'monospace', 'system-ui'].map(font => {
    context.font = '16px ' + font;
    return context.measureText('Quayside: an order of 2 chairs, 50.00').width;
  });
})()`;

/** Identifies what the browser draws: its version and its fonts. */
const renderingOf = async (page: Page): Promise<string> => {
  const widths = await page.evaluate(widthsScript);
  const version = page.context().browser()?.version().split('.')[0];
  return JSON.stringify({ version, widths });
};

/** Replaces ids, times and tokens, which differ in each run, and hides scroll bars. */
const replaceScript = String.raw`(() => {
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
  const time = /\p{L}+ \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M|\d{2}\.\d{2}\.\d{4}, \d{2}:\d{2}/gu;
  // How long ago something was changes with each minute.
  for (const each of document.querySelectorAll('main tbody time')) each.textContent = 'now';
  for (const code of document.querySelectorAll('[role=dialog] pre')) code.textContent = 'TOKEN';
  // They are there for a second after the page has moved.
  for (const bar of document.querySelectorAll('.mantine-ScrollArea-scrollbar')) bar.style.visibility = 'hidden';
  for (const field of document.querySelectorAll('input')) if (field.value.search(uuid) >= 0) field.value = 'id';
  for (const field of document.querySelectorAll('input[type=datetime-local]'))
    if (field.value !== '') field.value = '2026-01-01T12:00';
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const node = texts.currentNode;
    const replaced = node.nodeValue
      .replace(uuid, '00000000-0000-4000-8000-000000000000')
      .replace(time, 'Jan 1, 2026, 12:00 PM');
    if (replaced !== node.nodeValue) node.nodeValue = replaced;
  }
})()`;

const takePicture = async (page: Page): Promise<Buffer> => {
  await page.mouse.move(0, 0);
  await page.evaluate(replaceScript);
  return page.screenshot({ animations: 'disabled', caret: 'hide', fullPage: true });
};

type Comparison = { readonly differentPixels: number; readonly actual: Buffer; readonly difference: Buffer };

const compare = (expected: Buffer, actual: Buffer): Comparison => {
  const [one, other] = [PNG.sync.read(expected), PNG.sync.read(actual)];
  const { width, height } = one;
  if (other.width !== width || other.height !== height)
    return { differentPixels: width * height, actual, difference: actual };
  const difference = new PNG({ width, height });
  const differentPixels = pixelmatch(one.data, other.data, difference.data, width, height);
  return { differentPixels, actual, difference: PNG.sync.write(difference) };
};

/** Takes pictures until one is equal, or the time is over. */
const compareUntilEqual = async (page: Page, expected: Buffer): Promise<Comparison> => {
  for (const endMs = Date.now() + settleMs; ; ) {
    const comparison = compare(expected, await takePicture(page));
    if (comparison.differentPixels <= differentPixelsMax || Date.now() > endMs) return comparison;
    await setTimeout(pollMs);
  }
};

const keepPicture = async (page: Page, file: string, rendering: string): Promise<void> => {
  // Until two pictures are equal, the page still draws.
  let last = await takePicture(page);
  for (;;) {
    await setTimeout(pollMs);
    const next = await takePicture(page);
    if (compare(last, next).differentPixels === 0) break;
    last = next;
  }
  mkdirSync(kept, { recursive: true });
  const isNew = !existsSync(file) || compare(readFileSync(file), last).differentPixels > differentPixelsMax;
  if (isNew) writeFileSync(file, last);
  writeFileSync(renderingFile, `${rendering}\n`);
};

export const comparePicture = async (t: Test, page: Page, name: string): Promise<void> => {
  const file = join(kept, `${name}.png`);
  const rendering = await renderingOf(page);
  if (isUpdate) return keepPicture(page, file, rendering);
  if (!existsSync(file)) {
    t.fail(`${file} is missing; npm run test:console -- --update takes it`);
    return;
  }
  if (readFileSync(renderingFile, 'utf8').trim() !== rendering) {
    console.error(`${name}: not compared, since the pictures are of another browser or of other fonts`);
    return;
  }
  const { differentPixels, actual, difference } = await compareUntilEqual(page, readFileSync(file));
  if (differentPixels <= differentPixelsMax) return;
  mkdirSync(failed, { recursive: true });
  writeFileSync(join(failed, `${name}.actual.png`), actual);
  writeFileSync(join(failed, `${name}.difference.png`), difference);
  t.fail(`${differentPixels} pixels differ from ${file}; see ${join(failed, name)}.*.png`);
};
