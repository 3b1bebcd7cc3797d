/**
 * Orders test files by how likely they notice a change at a place of the sources: those that mention the words of the
 * place and of its path, rare words first, and those in the mirrored folder. The first failure ends the run of a
 * mutant, so a good order saves most of the time.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const wordsOf = text => new Set((text.match(/[A-Za-z]{4,}/g) ?? []).flatMap(partsOf));

/** Splits `changeLineItem` into its words, and keeps the name itself. */
const partsOf = name => [name, ...name.split(/(?=[A-Z])/).map(part => part.toLowerCase())].filter(each => each !== '');

/** Returns the text of a test file, with those of the helpers that it imports. */
const textWithHelpers = (folder, file) => {
  const text = readFileSync(join(folder, file), 'utf8');
  const helpers = [...text.matchAll(/from '(\.[^']+)\.js'/g)]
    .map(([, path]) => `${join(dirname(file), path)}.ts`)
    .filter(path => path.startsWith('test/') && existsSync(join(folder, path)));
  return [file, text, ...helpers.map(path => readFileSync(join(folder, path), 'utf8'))].join('\n');
};

const commonFolders = (source, test) => {
  const [a, b] = [source, test].map(path => path.split('/').slice(1));
  const at = a.findIndex((name, index) => name !== b[index]);
  return at === -1 ? a.length : at;
};

/** Points for each folder of the mirrored path that a test file shares with the source. */
const folderPoints = 4;
/** Words of the line itself count twice. */
const linePoints = 2;
const linesAround = 2;

export const createRanking = (folder, files) => {
  const words = new Map(files.map(file => [file, wordsOf(textWithHelpers(folder, file))]));
  const weights = new Map();
  const weightOf = word => {
    if (!weights.has(word)) {
      const count = files.filter(file => words.get(file).has(word)).length;
      weights.set(word, count === 0 ? 0 : Math.log(files.length / count));
    }
    return weights.get(word);
  };
  const sumOf = (wanted, file) =>
    [...wanted].reduce((sum, word) => sum + (words.get(file).has(word) ? weightOf(word) : 0), 0);
  /** Orders `among` for a place, which is a line of a source file with this text. */
  return ({ file: source, line }, text, among) => {
    const lines = text.split('\n');
    const near = wordsOf(lines.slice(Math.max(0, line - 1 - linesAround), line + linesAround).join('\n'));
    const own = wordsOf(lines[line - 1]);
    const path = wordsOf(source.replace(/\.ts$/, ''));
    const points = new Map(
      among.map(file => [
        file,
        sumOf(near, file) +
          linePoints * sumOf(own, file) +
          sumOf(path, file) +
          folderPoints * commonFolders(source, file),
      ]),
    );
    return [...among].sort((a, b) => points.get(b) - points.get(a));
  };
};
