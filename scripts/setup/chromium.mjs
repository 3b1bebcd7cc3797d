/** The browser that GraphiQL is shown to work in: only for the tests of its page, which are skipped where there is none. */
import { installDebian, onPath } from './debian.mjs';

const pageTests = 'dist/test/graphql/limitsAndPage.test.js';
/** Longer than it takes, and no reason to wait any longer. */
const installMs = 180_000;

export const installChromium = files => {
  if (!files.includes(pageTests) || ['chromium', 'chromium-browser', 'google-chrome'].some(onPath)) return;
  installDebian(['chromium'], { timeout: installMs });
};
