import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../setup/run.mjs';

const pageHelpers = /\/(?:browser|consolePages)\.js'/;
/** The helpers that open pages, or sign in to the console. */
const browserHelpers = /\/(?:browser|consolePages|accounts)\.js'/;
const nginxHelpers = /\/startNginx\.js'/;

const textOf = file => readFileSync(join(root, file), 'utf8');

/** Tells whether a test file opens pages in a browser, which needs the built console as well. */
export const needsBrowser = file => browserHelpers.test(textOf(file));

export const needsNginx = file => nginxHelpers.test(textOf(file));

/** Tells whether a test file opens pages itself. */
export const opensPages = file => pageHelpers.test(textOf(file));
