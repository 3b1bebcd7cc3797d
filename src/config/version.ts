import { readFileSync } from 'node:fs';
import { packageFile } from './packageFile.js';

/** The version of this program. */
export const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
  readonly version: string;
};
