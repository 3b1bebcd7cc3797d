/** Finds the position of a line of a transpiled module in its TypeScript file. */
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { root } from '../setup/run.mjs';

const maps = new Map();

const mapOf = file => {
  if (!maps.has(file)) {
    const path = join(root, `${file}.map`);
    maps.set(file, existsSync(path) ? new SourceMap(JSON.parse(readFileSync(path, 'utf8'))) : undefined);
  }
  return maps.get(file);
};

/** Matches `dist/test/a.test.js:3:1`, alone or in a line of a stack trace. */
const position = /(?:file:\/\/)?(?:\/[^\s():]*\/)?(dist\/(?:src|test|bench|faults)\/[^\s():]+\.js):(\d+):(\d+)/g;

/** Replaces the positions in a text, such as a stack trace, by those in the sources. */
export const toSourcePositions = text =>
  text.replace(position, (whole, file, line, column) => {
    const entry = mapOf(file)?.findEntry(Number(line) - 1, Number(column) - 1);
    if (entry?.originalSource === undefined) return whole;
    const source = relative(root, join(root, dirname(file), entry.originalSource));
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });

/** Returns the line of a source file at a position like `test/a.test.ts:3:1`, without its indent; undefined outside. */
export const sourceLineAt = at => {
  const [file, line] = at.split(':');
  const path = join(root, file);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n')[Number(line) - 1]?.trim() : undefined;
};
