/**
 * npm test [-- options] [files and folders…]: runs the test files with one Redis and one server for all, or with the
 * Redis of REDIS_URL. Each test file has its own projects.
 *   --changed   runs the files that the change since a revision concerns, named instead of files; by default since the
 *               last push, with what is not committed. scripts/test/chooseTests.mjs has the rules.
 *   --times     prints the slowest files, and the processor time as the last line
 *   --random    orders the files at random, --seed N as that run did
 *   --busy N    keeps N cores busy meanwhile, as other programs do on a shared machine
 *   --watch     runs the files again after each change
 *   --in-order  runs the files in the order in which they are named
 *   --long      runs the long form of marathons, as npm run test:long does
 */
import { flag, integer, readCommandLine } from './setup/commandLine.mjs';
import { runMain } from './setup.mjs';
import { installPackages } from './setup/packages.mjs';
import { changedTests } from './test/changedTests.mjs';
import { runTests } from './test/runTests.mjs';
import { startEmbedded } from './test/startEmbedded.mjs';
import { watchAndRun } from './test/watch.mjs';

const { values, positionals } = readCommandLine({
  options: {
    changed: flag,
    times: flag,
    random: flag,
    seed: integer,
    busy: integer,
    watch: flag,
    'in-order': flag,
    long: flag,
  },
  positionals: 'files and folders, or with --changed a revision',
});

await runMain(async () => {
  if (values.changed && positionals.length > 1)
    throw new Error(`--changed takes one revision, not ${positionals.join(' and ')}.`);
  const seed = values.seed ?? (values.random ? Date.now() % 1_000_000 : undefined);
  if (seed !== undefined) console.log(`The order of the files is that of --seed ${seed}.`);
  const variables = values.long ? { TEST_LONG: '1' } : {};
  const findFiles = async () => {
    if (!values.changed) return positionals;
    await installPackages();
    return changedTests(positionals[0]);
  };
  const run = async () => {
    const files = await findFiles();
    if (values.changed && files.length === 0) return;
    await runTests(files, startEmbedded, {
      withTimes: values.times,
      isInOrder: values['in-order'],
      seed,
      busy: values.busy,
      variables,
    });
  };
  await (values.watch ? watchAndRun(run) : run());
});
