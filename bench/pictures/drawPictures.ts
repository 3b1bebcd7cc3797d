import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedScale } from '../scale/ScalePart.js';
import { chartPage } from './chartPages.js';
import { drawPage } from './drawPage.js';

/** Draws the curves that were measured, one SVG file each; returns the files. */
export const drawPictures = (resultsFolder: string, picturesFolder: string, parts: readonly string[]): string[] => {
  mkdirSync(picturesFolder, { recursive: true });
  return parts.flatMap(part => {
    const file = join(resultsFolder, `scale-${part}.json`);
    const page = existsSync(file) ? chartPage(JSON.parse(readFileSync(file, 'utf8')) as SavedScale) : undefined;
    if (page === undefined) return [];
    const picture = join(picturesFolder, `scale-${part}.svg`);
    writeFileSync(picture, drawPage(page));
    return [picture];
  });
};
