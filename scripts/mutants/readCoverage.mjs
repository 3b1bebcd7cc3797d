/**
 * Reads the coverage that V8 wrote for each process and thread of a test run (NODE_V8_COVERAGE), and tells which lines
 * of the sources ran. Code runs from dist/src and, in bundles, from dist/program; source maps lead back to the sources.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const digits = new Map(
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'.split('').map((letter, value) => [letter, value]),
);

/** Decodes the numbers of a segment of a source map: groups of five bits, the lowest first, with the sign in front. */
const decodeSegment = segment => {
  const numbers = [];
  let value = 0;
  let shift = 0;
  for (const letter of segment) {
    const digit = digits.get(letter);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    value = 0;
    shift = 0;
  }
  return numbers;
};

/** Lists where the pieces of a script come from: its offset, the index of the source, and the line there from 1. */
const piecesOf = (script, mappings) => {
  const pieces = [];
  let source = 0;
  let line = 0;
  let lineStart = 0;
  for (const segments of mappings.split(';')) {
    let column = 0;
    for (const segment of segments === '' ? [] : segments.split(',')) {
      const [columns, sources, lines] = decodeSegment(segment);
      column += columns;
      if (sources === undefined) continue;
      source += sources;
      line += lines;
      pieces.push({ offset: lineStart + column, source, line: line + 1 });
    }
    lineStart = script.indexOf('\n', lineStart) + 1;
  }
  return pieces;
};

const readScript = path => {
  const text = readFileSync(path, 'utf8');
  const map = JSON.parse(readFileSync(`${path}.map`, 'utf8'));
  return {
    length: text.length,
    sources: map.sources.map(source => join(dirname(path), source)),
    pieces: piecesOf(text, map.mappings),
  };
};

/** Marks what ran. Functions and blocks come after those that contain them, so the innermost decides. */
const ranAt = (length, functions) => {
  const ran = new Uint8Array(length);
  for (const { ranges } of functions)
    for (const { startOffset, endOffset, count } of ranges) ran.fill(count > 0 ? 1 : 0, startOffset, endOffset);
  return ran;
};

/** Creates a reader for the program in `folder`, which keeps its scripts and source maps. */
export const createCoverageReader = folder => {
  const scripts = new Map();
  const scriptAt = path => {
    if (!scripts.has(path)) scripts.set(path, existsSync(`${path}.map`) ? readScript(path) : undefined);
    return scripts.get(path);
  };
  /** Bundles are made of dist/src, whose modules have source maps of their own. */
  const linesBySource = new Map();
  const originalLines = (source, line) => {
    if (source.endsWith('.ts')) return [[source, line]];
    if (!linesBySource.has(source)) linesBySource.set(source, linesOfModule(source));
    return linesBySource.get(source).get(line) ?? [];
  };
  const linesOfModule = path => {
    const script = scriptAt(path);
    const byLine = new Map();
    if (script === undefined) return byLine;
    const text = readFileSync(path, 'utf8');
    const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
    let at = 0;
    for (const { offset, source, line } of script.pieces) {
      while (ends[at] < offset) at += 1;
      byLine.set(at + 1, [...(byLine.get(at + 1) ?? []), [script.sources[source], line]]);
    }
    return byLine;
  };
  const addScript = (lines, { url, functions }) => {
    const script = scriptAt(fileURLToPath(url));
    if (script === undefined) return;
    const ran = ranAt(script.length, functions);
    for (const { offset, source, line } of script.pieces)
      if (ran[offset] === 1)
        for (const [path, original] of originalLines(script.sources[source], line)) {
          const name = relative(folder, path);
          if (!name.startsWith('src/')) continue;
          if (!lines.has(name)) lines.set(name, new Set());
          lines.get(name).add(original);
        }
  };
  /** Returns the lines that ran, by source file, of all processes that wrote into a folder. */
  return written => {
    const lines = new Map();
    for (const name of readdirSync(written)) {
      const { result } = JSON.parse(readFileSync(join(written, name), 'utf8'));
      for (const each of result)
        if (/\/dist\/(?:src|program)\/.*\.js$/.test(each.url) && each.url.startsWith(`file://${folder}`))
          addScript(lines, each);
    }
    return lines;
  };
};
