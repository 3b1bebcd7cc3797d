/**
 * Chooses the test files for changed files. Nearly every test drives a server, which loads the whole program, so that
 * the closure of its imports says nothing: the choice follows the folders, since test/ mirrors src/, and the imports
 * next to a change. It finds most mistakes in a minute; all tests find the others.
 *
 *   a test file            itself
 *   a helper of tests      the test files that import it, directly or through other helpers
 *   a source file          the tests of its folder, of its importers in test/, and, as far as a minute reaches, of the
 *                          folders of its importers in src/; the tests of all resource types for the engine and for them
 *   a script of lua/       the tests of lua/, and those of the source files that name the script
 *   any other file         the tests of its part of the tree, and those that name the file
 *   what is none of these  all tests: packages, settings of the compiler, new parts of the tree
 */
import { basename, dirname } from 'node:path';

/** The tests of parts of the tree that have no mirrored folder; `[]` for those that no test reads. */
const parts = [
  [/^console\//, ['test/console']],
  [/^assets\//, ['test/http/pages', 'test/http/openapi', 'test/graphql/graphiqlPage.test.ts']],
  [/^(?:scripts|\.ci)\//, ['test/setup']],
  [/^bench\//, ['test/bench']],
  [/^faults\//, ['test/faults']],
  [/^examples\//, ['test/server/sampleShop.test.ts', 'test/cli/seed.test.ts']],
  [/^bin\//, ['test/setup', 'test/cli']],
  [/^(?:docs|ops)\/|^[^/]*\.md$|^compose\.|^Dockerfile$/, ['test/docs']],
  [/^(?:LICENSE|\.editorconfig|\.git[^/]*|\.dockerignore|\.dependency-cruiser\.cjs|\.oxlintrc\.json)$/, []],
  [/^(?:biome|knip)\.json$/, []],
];

const sharedTests = ['test/everyResourceType.test.ts', 'test/graphql/everyResourceType.test.ts'];
const concernsAllTypes = file => /^src\/(?:engine|commerce\/resources)\//.test(file);

/** A helper of more test files than this, such as the start of the server, does not tell what a test is about. */
const helperUsersMax = 40;

const isTest = file => file.endsWith('.test.ts');
const isModule = file => /^(?:src|test|bench|faults|examples)\/.*\.ts$/.test(file);

/** Answers questions about the tree; `tests` are all test files. */
const createTree = ({ tests, importers, texts }) => {
  const below = folder => tests.filter(file => file.startsWith(`${folder}/`));
  const direct = folder => tests.filter(file => dirname(file) === folder);
  const importersOf = file => importers.get(file) ?? [];
  const nearest = folder => {
    if (folder === 'test') return [];
    const own = direct(folder);
    return own.length > 0 ? own : nearest(dirname(folder));
  };
  /** Returns the test files that import a file, directly or through helpers of tests. */
  const testUsers = file => {
    const seen = new Set([file]);
    for (const each of seen)
      for (const importer of importersOf(each)) if (!importer.startsWith('src/')) seen.add(importer);
    return [...seen].filter(isTest);
  };
  return {
    testUsers,
    named: folderOrFile => (isTest(folderOrFile) ? [folderOrFile] : below(folderOrFile)),
    /** Returns the tests of the mirrored folder and all below it, or else those of the nearest folder above. */
    mirrored: file => {
      const folder = dirname(file).replace(/^[^/]+/, 'test');
      const own = folder === 'test' ? [] : below(folder);
      return own.length > 0 ? own : nearest(folder);
    },
    sourceUsers: file => importersOf(file).filter(each => each.startsWith('src/')),
    /** Returns the tests that import a source file, without those that only share a helper with all others. */
    closeUsers: file =>
      importersOf(file)
        .filter(each => !each.startsWith('src/'))
        .map(each => (isTest(each) ? [each] : testUsers(each)))
        .filter(users => users.length <= helperUsersMax)
        .flat(),
    mentioning: pattern => [...texts].filter(([, text]) => pattern.test(text)).map(([file]) => file),
  };
};

const escaped = text => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Returns the tests next to a source file. */
const besideSource = (tree, file) => [
  ...tree.mirrored(file),
  ...tree.closeUsers(file),
  ...(concernsAllTypes(file) ? sharedTests : []),
];

/** Returns the scripts that are `name` or include it. */
const scriptNames = (name, scripts) => [
  name,
  ...[...scripts].filter(([, text]) => new RegExp(`^-- @include ${name}$`, 'm').test(text)).map(([each]) => each),
];

/** Returns the tests that a changed file concerns at once, and the source files whose importers may notice it. */
const concerned = (tree, file, scripts) => {
  if (isTest(file)) return { near: [file], sources: [] };
  if (file.startsWith('src/')) return { near: besideSource(tree, file), sources: [file] };
  if (isModule(file)) return { near: tree.testUsers(file), sources: [] };
  if (file.startsWith('lua/')) {
    const names = scriptNames(basename(file, '.lua'), scripts).map(escaped).join('|');
    const users = tree.mentioning(new RegExp(`'(?:${names})'`));
    const sources = users.filter(each => each.startsWith('src/'));
    return {
      near: [...tree.named('test/lua'), ...users.filter(isTest), ...sources.flatMap(each => besideSource(tree, each))],
      sources: [],
    };
  }
  const naming = tree.mentioning(new RegExp(`['/]${escaped(basename(file))}\\b`));
  const users = naming.filter(each => each.startsWith('test/')).flatMap(tree.testUsers);
  const part = parts.find(([pattern]) => pattern.test(file))?.[1];
  if (part !== undefined) return { near: [...part.flatMap(tree.named), ...users], sources: [] };
  return file.startsWith('test/') ? { near: [...tree.mirrored(file), ...users], sources: [] } : undefined;
};

/**
 * Returns `{ files, why }`: the chosen test files, and a line that says why. `graph` has all `tests`, the `importers`
 * and `texts` of modules and the `scripts` of lua/ by name; `costOf` returns the seconds of a test file, and
 * `secondsMax` limits the tests of folders whose files import a changed one.
 */
export const chooseTests = (changed, graph, { costOf, secondsMax }) => {
  const tree = createTree(graph);
  const reaches = changed.map(file => ({ file, ...concerned(tree, file, graph.scripts) }));
  const unknown = reaches.find(({ near }) => near === undefined);
  if (unknown !== undefined)
    return { files: graph.tests, why: `all ${graph.tests.length}, since ${unknown.file} can concern any` };

  // A deleted test file has nothing to run.
  const all = new Set(graph.tests);
  const chosen = new Set(reaches.flatMap(({ near }) => near).filter(file => all.has(file)));
  const nearCount = chosen.size;
  let seconds = [...chosen].reduce((sum, file) => sum + costOf(file), 0);
  const further = new Set(
    reaches
      .flatMap(({ sources }) => sources)
      .flatMap(tree.sourceUsers)
      .flatMap(tree.mirrored),
  );
  for (const file of chosen) further.delete(file);
  const cheapestFirst = [...further].sort((a, b) => costOf(a) - costOf(b));
  for (const file of cheapestFirst) {
    seconds += costOf(file);
    if (seconds > secondsMax) break;
    chosen.add(file);
  }
  const furtherCount = chosen.size - nearCount;
  const left = further.size - furtherCount;
  return {
    files: graph.tests.filter(file => chosen.has(file)),
    why: [
      `${nearCount} beside the change`,
      `${furtherCount} beside its importers`,
      ...(left === 0 ? [] : [`without ${left} more of those, which would take over a minute`]),
    ].join(', '),
  };
};
