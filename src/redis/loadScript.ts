import { readFileSync } from 'node:fs';
import { packageFile } from '../config/packageFile.js';

const read = (name: string): string => readFileSync(packageFile(`lua/${name}.lua`), 'utf8');

/** Reads lua/`name`.lua and replaces each line `-- @include file` by the text of lua/include/`file`.lua. */
export const loadScript = (name: string): string =>
  read(name).replace(/^-- @include (\w+)$/gm, (_, included: string) => read(`include/${included}`).trimEnd());
