import { readFileSync } from 'node:fs';

const folder = new URL('../../../lua/', import.meta.url);
const read = (name: string): string => readFileSync(new URL(`${name}.lua`, folder), 'utf8');

/** The text of a script with its `-- @include name` lines replaced by lua/include/name.lua. */
export const loadScript = (name: string): string =>
  read(name).replace(/^-- @include (\w+)$/gm, (_, included: string) => read(`include/${included}`).trimEnd());
