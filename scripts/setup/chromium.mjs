/** Installs the browser for the tests of pages, which are skipped without one. */
import { installDebian, onPath } from './debian.mjs';
import { needsBrowser } from './needsBrowser.mjs';

/** More time than the installation takes. */
const installMs = 180_000;

export const installChromium = async files => {
  if (['chromium', 'chromium-browser', 'google-chrome'].some(onPath) || !files.some(needsBrowser)) return;
  await installDebian(['chromium'], { timeout: installMs });
};
