import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

/** Only tests of pages import it. */
const browserHelper = '/support/browser.js';

/** Whether a compiled test file opens pages in a browser. */
export const needsBrowser = file => readFileSync(join(root, file), 'utf8').includes(browserHelper);
