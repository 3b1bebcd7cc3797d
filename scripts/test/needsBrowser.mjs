import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/run.mjs';

/** The helpers that open pages, or sign in to the console. */
const helpers = /\/(?:browser|consolePages|accounts)\.js'/;

/** Whether a test file opens pages in a browser, which needs the built console as well. */
export const needsBrowser = file => helpers.test(readFileSync(join(root, file), 'utf8'));
