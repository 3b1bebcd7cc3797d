import { readFileSync } from 'node:fs';

const folder = new URL('../../../lua/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(`${name}.lua`, folder), 'utf8');

/** Reads lua/`name`.lua and replaces each line `-- @include file` by the text of lua/include/`file`.lua. */
export const loadScript = (name: string): string =>
  read(name).replace(/^-- @include (\w+)$/gm, (_, included: string) => read(`include/${included}`).trimEnd());
