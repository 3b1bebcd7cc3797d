/** Finds the test files that the changes of the work tree and of its commits concern. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../setup/run.mjs';
import { readChanges } from './changedFiles.mjs';
import { chooseTests } from './chooseTests.mjs';
import { readImportGraph } from './importGraph.mjs';
import { readKnownMs } from './orderFiles.mjs';
import { jobsMax } from './runTests.mjs';
import { testFiles } from './testFiles.mjs';

/** Leaves fifteen seconds of a minute for the build and the start of the shared server. */
const secondsMax = 45;
/** The time of a file that no run has measured. */
const msDefault = 1_000;

/** Returns the texts of the scripts of lua/ by their names. */
const readScripts = () =>
  new Map(
    readdirSync(join(root, 'lua'), { recursive: true })
      .filter(name => name.endsWith('.lua'))
      .map(name => [basename(name, '.lua'), readFileSync(join(root, 'lua', name), 'utf8')]),
  );

/**
 * Returns everything that `chooseTests` needs to know about the tree.
 *
 * @public used by test/setup/changedTests.test.ts
 */
export const readGraph = async () => ({
  tests: testFiles([]),
  scripts: readScripts(),
  ...(await readImportGraph()),
});

/** Returns the chosen test files, and prints which those are and why. */
export const changedTests = async revision => {
  const { commit, files: changed } = readChanges(revision);
  const graph = await readGraph();
  const msOf = readKnownMs();
  const costOf = file => (msOf(file) || msDefault) / 1_000 / jobsMax;
  const { files, why } = chooseTests(changed, graph, { costOf, secondsMax });
  console.log(
    `${changed.length} files differ from ${commit}. Tests: ${files.length} of ${graph.tests.length} files (${why}).`,
  );
  return files;
};
