/** Chooses mutants at random, by a seed: the same number from each part of the program, and of all kinds. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRandom } from '../test/orderFiles.mjs';
import { findMutants } from './findMutants.mjs';

/** The parts of the program whose results are counted apart, by the beginning of their paths. */
const parts = [
  ['pricing', ['src/commerce/pricing/', 'src/commerce/values/']],
  ['resources', ['src/commerce/resources/']],
  ['engine', ['src/engine/', 'src/store/']],
  ['search', ['src/search/']],
  ['auth', ['src/auth/']],
  ['http', ['src/http/']],
  ['graphql', ['src/graphql/']],
  ['other', ['src/']],
];

export const partOf = file => parts.find(([, starts]) => starts.some(start => file.startsWith(start)))[0];

const sourceFiles = folder =>
  readdirSync(join(folder, 'src'), { recursive: true })
    .filter(name => name.endsWith('.ts') && !name.endsWith('.d.ts'))
    .map(name => join('src', name))
    .sort();

const groupBy = (values, nameOf) => {
  const groups = new Map();
  for (const value of values) {
    const name = nameOf(value);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(value);
  }
  return groups;
};

/** Takes a mutant of a random kind, so that a kind with many places does not displace the others. */
const takeOne = (byKind, random) => {
  const kinds = [...byKind.keys()];
  const kind = kinds[Math.floor(random() * kinds.length)];
  const places = byKind.get(kind);
  const [mutant] = places.splice(Math.floor(random() * places.length), 1);
  if (places.length === 0) byKind.delete(kind);
  return mutant;
};

/** Chooses `count` mutants of the files below `only`, in turn from each part, at most one per line. */
export const chooseMutants = (folder, { count, seed, only }) => {
  const files = sourceFiles(folder).filter(file => only.length === 0 || only.some(start => file.startsWith(start)));
  const all = files.flatMap(file => findMutants(file, readFileSync(join(folder, file), 'utf8')));
  const byPart = new Map(
    [...groupBy(all, ({ file }) => partOf(file))].map(([part, each]) => [part, groupBy(each, ({ kind }) => kind)]),
  );
  const random = createRandom(seed);
  const lines = new Set();
  const chosen = [];
  while (chosen.length < count && byPart.size > 0)
    for (const [part, byKind] of byPart) {
      if (byKind.size === 0) byPart.delete(part);
      if (byKind.size === 0 || chosen.length === count) continue;
      const mutant = takeOne(byKind, random);
      const place = `${mutant.file}:${mutant.line}`;
      if (lines.has(place)) continue;
      lines.add(place);
      chosen.push(mutant);
    }
  return chosen;
};
