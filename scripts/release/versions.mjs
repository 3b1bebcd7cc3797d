import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A person reads about 240 words a minute, and the changes of a release take five minutes. */
const wordsMax = 1_200;

/** Splits a change log into its sections: title, version and date of a release, and text. */
const sectionsOf = text =>
  text
    .split(/^## /m)
    .slice(1)
    .map(section => {
      const [title, ...lines] = section.split('\n');
      const [, version, date] = /^(\d+\.\d+\.\d+)(?: - (\d{4}-\d{2}-\d{2}))?$/.exec(title) ?? [];
      return { title, version, date, text: lines.join('\n').trim() };
    });

const newestRelease = text => sectionsOf(text).find(({ version }) => version !== undefined);

/** Returns a sentence for each reason why a change log is not that of a release with the given version. */
export const changeLogFaults = (text, version) => {
  const [first, ...others] = sectionsOf(text);
  const faults = [];
  if (first?.title !== 'Unreleased') faults.push(`The first section is "${first?.title ?? ''}", not "Unreleased".`);
  else if (first.text !== '') faults.push('"Unreleased" has changes that are in no release.');
  const own = others.find(section => section.version === version);
  if (own === undefined) return [...faults, `There is no section "## ${version} - <year>-<month>-<day>".`];
  if (own !== others[0]) faults.push(`"${others[0].title}" stands before "${own.title}".`);
  if (own.date === undefined) faults.push(`The section "${own.title}" has no date.`);
  if (own.text === '') faults.push(`The section "${own.title}" is empty.`);
  const words = own.text.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0;
  if (words > wordsMax) faults.push(`The section "${own.title}" has ${words} words; at most ${wordsMax} are read.`);
  return faults;
};

/** Returns every place in a folder of this project that repeats the version, with the version that stands there. */
export const readVersions = folder => {
  const read = path => readFileSync(join(folder, path), 'utf8');
  const lock = JSON.parse(read('package-lock.json'));
  const bill = 'dist/sbom.cdx.json';
  return new Map([
    ['package.json', JSON.parse(read('package.json')).version],
    ['package-lock.json', lock.version],
    ['the first package of package-lock.json', lock.packages[''].version],
    ['CHANGELOG.md', newestRelease(read('CHANGELOG.md'))?.version],
    // The build writes it.
    ...(existsSync(join(folder, bill)) ? [[bill, JSON.parse(read(bill)).metadata.component.version]] : []),
  ]);
};

/** Returns a sentence for each place with another version than package.json. */
export const versionFaults = versions => {
  const expected = versions.get('package.json');
  return [...versions]
    .filter(([, version]) => version !== expected)
    .map(([place, version]) => `${place} has the version ${version ?? 'none'}, package.json ${expected}.`);
};

/** Returns the file with the speed of the newest release that was measured; undefined without any. */
export const newestFigures = folder => {
  const figures = join(folder, 'bench', 'figures');
  const names = existsSync(figures) ? readdirSync(figures).filter(name => /^\d+\.\d+\.\d+\.json$/.test(name)) : [];
  const newest = names.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).at(-1);
  return newest && `bench/figures/${newest}`;
};
