/** Prints what became of mutants: a line for each, the shares of the parts of the program, and the survivors. */
import { readFileSync } from 'node:fs';
import { partOf } from './chooseMutants.mjs';
import { describeMutant } from './findMutants.mjs';

const equivalentFile = new URL('equivalent.tsv', import.meta.url);

/** The mutants that alter no behaviour, each with its reason: source file, text of the line, change. */
const readEquivalent = () =>
  new Map(
    readFileSync(equivalentFile, 'utf8')
      .split('\n')
      .filter(line => line !== '' && !line.startsWith('#'))
      .map(line => line.split('\t'))
      .map(([file, text, change, reason]) => [[file, text, change].join('\t'), reason]),
  );

/** Returns the reason why a mutant alters no behaviour, if it is written down. */
export const createReasons = read => {
  const equivalent = readEquivalent();
  return mutant => {
    const text = read(mutant.file).split('\n')[mutant.line - 1].trim();
    return equivalent.get([mutant.file, text, describeMutant(mutant)].join('\t'));
  };
};

const placeOf = ({ mutant }) => `${mutant.file}:${mutant.line}`;

export const resultLine = result => {
  const { mutant, noticedBy, reason, files, ms } = result;
  const outcome =
    noticedBy === undefined
      ? `${reason === undefined ? 'SURVIVED' : `equivalent, ${reason}`} (${files} files)`
      : `noticed by ${noticedBy}`;
  return `${placeOf(result)}  ${describeMutant(mutant)}\n    ${outcome} (${(ms / 1_000).toFixed(0)} s)`;
};

const isByTypes = ({ noticedBy }) => noticedBy?.startsWith('types: ') === true;

const percentOf = (part, whole) => (whole === 0 ? 100 : (100 * part) / whole);

const shareOf = results => {
  const counted = results.filter(({ reason }) => reason === undefined);
  const noticed = counted.filter(({ noticedBy }) => noticedBy !== undefined).length;
  const byTypes = counted.filter(isByTypes).length;
  return { counted: counted.length, noticed, byTypes, percent: percentOf(noticed, counted.length) };
};

const shareLine = (name, results) => {
  const { counted, noticed, byTypes, percent } = shareOf(results);
  const [byTests, compiled] = [noticed - byTypes, counted - byTypes];
  const ofCompiled = `tests alone ${byTests} of ${compiled}, ${percentOf(byTests, compiled).toFixed(0)} %`;
  return (
    `${name.padEnd(10)} ${String(noticed).padStart(4)} of ${String(counted).padStart(4)}  ${percent.toFixed(0)} %  ` +
    `(${ofCompiled})`
  );
};

/** Prints the shares and the survivors. Returns true if each part of the program reaches `leastPercent`. */
export const printReport = (results, { leastPercent, pending }, print) => {
  const byPart = new Map();
  for (const result of results) {
    const part = partOf(result.mutant.file);
    byPart.set(part, [...(byPart.get(part) ?? []), result]);
  }
  const survivors = results.filter(({ noticedBy, reason }) => noticedBy === undefined && reason === undefined);
  if (survivors.length > 0) print('\nNo test notices:');
  for (const result of survivors) print(`  ${placeOf(result)}  ${describeMutant(result.mutant)}`);
  print('');
  for (const [part, each] of [...byPart].sort(([a], [b]) => (a < b ? -1 : 1))) print(shareLine(part, each));
  print(shareLine('all', results));
  if (pending > 0) print(`${pending} mutants did not run.`);
  return [...byPart.values()].every(each => shareOf(each).percent >= leastPercent);
};
