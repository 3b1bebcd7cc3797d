/**
 * npm run test:fuzz -- [--inputs 100000] [--seed 1] [--shrink] [--seconds 600] [--graphql 50000] [--walk 15000]
 * [--carts 10000 [--without stop,codes]]: sends hostile input to every route of its own server. With `--seconds` it
 * searches for that long for requests that take much processor time for their length; with `--graphql` it sends that
 * many generated GraphQL documents, and compares as many with graphql-js; with `--walk` it runs that many random
 * commands and update actions, and verifies the stored data; with `--carts` it compares the amounts of that
 * many carts with an independent calculation, `--without` parts of carts that are known to differ.
 */
import { parseArgs } from 'node:util';
import { runMain } from './setup.mjs';
import { runTests } from './test/runTests.mjs';
import { startEmbedded } from './test/startEmbedded.mjs';

/**
 * The heap of each thread for GraphQL documents, small enough that a leak ends the process. With the memory of a large
 * machine V8 keeps the code of documents long after they were dropped.
 */
const heapMiB = 320;

const { values } = parseArgs({
  options: {
    inputs: { type: 'string', default: '100000' },
    seed: { type: 'string', default: '1' },
    shrink: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    graphql: { type: 'string' },
    walk: { type: 'string' },
    carts: { type: 'string' },
    without: { type: 'string' },
  },
});
const { inputs, seed, shrink, seconds, graphql, walk, carts, without } = values;
const filesOf = () => {
  if (carts !== undefined) return ['test/commerce/pricing/oracle/oracle.test.ts'];
  if (walk !== undefined) return ['test/fuzz/walk.test.ts'];
  if (graphql !== undefined) return ['test/fuzz/graphql.test.ts', 'test/graphql/differential.test.ts'];
  return [seconds !== undefined ? 'test/fuzz/time.test.ts' : 'test/fuzz/fuzz.test.ts'];
};

await runMain(() =>
  runTests(filesOf(), startEmbedded, {
    nodeOptions: graphql === undefined ? [] : [`--max-old-space-size=${heapMiB}`],
    variables: {
      TEST_TIMEOUT_SECONDS: '0',
      FUZZ_INPUTS: inputs,
      FUZZ_SEED: seed,
      ...(shrink && { FUZZ_SHRINK: '1' }),
      ...(seconds !== undefined && { FUZZ_SECONDS: seconds }),
      ...(graphql !== undefined && { FUZZ_GRAPHQL: graphql }),
      ...(walk !== undefined && { FUZZ_WALK: walk }),
      ...(carts !== undefined && { FUZZ_CARTS: carts }),
      ...(without !== undefined && { FUZZ_WITHOUT: without }),
    },
  }),
);
