import type { Page } from 'playwright-core';

type Element = { readonly tagName: string; readonly id: string; readonly parentElement: Element | null };
interface Window {
  readonly innerWidth: number;
  readonly innerHeight: number;
  readonly document: { elementFromPoint(x: number, y: number): Element | null };
  getComputedStyle(element: Element): { readonly backgroundColor: string };
}

/**
 * Returns the elements that give a visible part of the page an almost white background, such as `header` or
 * `main#graphiql`; `nothing` if no element does, so that the browser chooses the background.
 */
export const lightElements = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const stepPixels = 10;
    const lightest = 200;
    const window = globalThis as unknown as Window;
    const { innerWidth, innerHeight, document } = window;
    const channelsOf = (element: Element): number[] =>
      (/\((.*)\)/.exec(window.getComputedStyle(element).backgroundColor)?.[1] ?? '').split(',').map(Number);
    const lightName = (x: number, y: number): string | undefined => {
      for (let each = document.elementFromPoint(x, y); each !== null; each = each.parentElement) {
        const [red = 0, green = 0, blue = 0, alpha = 1] = channelsOf(each);
        if (alpha < 0.5) continue;
        const name = `${each.tagName.toLowerCase()}${each.id === '' ? '' : `#${each.id}`}`;
        return Math.min(red, green, blue) >= lightest ? name : undefined;
      }
      return 'nothing';
    };
    const names = new Set<string>();
    for (let x = 1; x < innerWidth; x += stepPixels)
      for (let y = 1; y < innerHeight; y += stepPixels) {
        const name = lightName(x, y);
        if (name !== undefined) names.add(name);
      }
    return [...names];
  });
