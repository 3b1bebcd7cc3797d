import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebian } from './debian.mjs';

/** The headless shell comes first: it renders the same pages without windows and uses less processor time. */
const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
/** Longer than the installation takes. */
const installMs = 180_000;

/** Returns the path of an installed browser; undefined if there is none. */
const findChromium = () =>
  names.flatMap(name => (process.env.PATH ?? '').split(delimiter).map(folder => join(folder, name))).find(existsSync);

/** Installs the browser for the tests of pages if it is missing. Returns its path; undefined if that fails. */
export const installChromium = async () => {
  const found = findChromium();
  if (found !== undefined) return found;
  await installDebian(['chromium-headless-shell'], { timeout: installMs });
  const installed = findChromium();
  if (installed === undefined)
    console.error('There is no chromium on this machine (apt-get install chromium): tests of pages are skipped.');
  return installed;
};
