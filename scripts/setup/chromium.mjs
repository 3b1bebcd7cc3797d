/** Installs the browser for the tests of the GraphiQL page, which are skipped without one. */
import { installDebian, onPath } from './debian.mjs';

const pageTests = 'dist/test/graphql/graphiqlPage.test.js';
/** More time than the installation takes. */
const installMs = 180_000;

export const installChromium = files => {
  if (!files.includes(pageTests) || ['chromium', 'chromium-browser', 'google-chrome'].some(onPath)) return;
  installDebian(['chromium'], { timeout: installMs });
};
