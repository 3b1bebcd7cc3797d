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
import { parseArgs } from 'node:util';
import { runMain } from './setup.mjs';
import { installPackages } from './setup/packages.mjs';
import { changedTests } from './test/changedTests.mjs';
import { runTests } from './test/runTests.mjs';
import { startEmbedded } from './test/startEmbedded.mjs';
import { watchAndRun } from './test/watch.mjs';

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      changed: { type: 'boolean' },
      times: { type: 'boolean' },
      random: { type: 'boolean' },
      seed: { type: 'string' },
      busy: { type: 'string', default: '0' },
      watch: { type: 'boolean' },
      'in-order': { type: 'boolean' },
      long: { type: 'boolean' },
    },
  });
  const isRandom = values.random || values.seed !== undefined;
  const seed = isRandom ? Number(values.seed ?? Date.now() % 1_000_000) : undefined;
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
      busy: Number(values.busy),
      variables,
    });
  };
  await (values.watch ? watchAndRun(run) : run());
});
