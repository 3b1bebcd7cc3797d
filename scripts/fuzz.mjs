/**
 * npm run test:fuzz [-- options]: sends hostile input to every route of its own server.
 *   --inputs N       sends that many inputs (100000)
 *   --seed N         begins with this seed (1)
 *   --shrink         makes an input that fails smaller
 *   --seconds N      searches for that long for requests that take much processor time for their length
 *   --graphql N      sends that many generated GraphQL documents, and compares as many with graphql-js
 *   --walk N         runs that many random commands and update actions, and verifies the stored data
 *   --carts N        compares the amounts of that many carts with an independent calculation
 *   --without PARTS  with --carts: leaves out parts of carts that are known to differ, such as stop,codes
 */
import { flag, integer, readCommandLine, text } from './setup/commandLine.mjs';
import { runMain } from './setup.mjs';
import { runTests } from './test/runTests.mjs';
import { startEmbedded } from './test/startEmbedded.mjs';

/**
 * The heap of each thread for GraphQL documents, small enough that a leak ends the process. With the memory of a large
 * machine V8 keeps the code of documents long after they were dropped.
 */
const heapMiB = 320;

const { values } = readCommandLine({
  options: {
    inputs: integer,
    seed: integer,
    shrink: flag,
    seconds: integer,
    graphql: integer,
    walk: integer,
    carts: integer,
    without: text('PARTS'),
  },
});
const { inputs = 100_000, seed = 1, shrink = false, seconds, graphql, walk, carts, without } = values;
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
      FUZZ_INPUTS: String(inputs),
      FUZZ_SEED: String(seed),
      ...(shrink && { FUZZ_SHRINK: '1' }),
      ...(seconds !== undefined && { FUZZ_SECONDS: String(seconds) }),
      ...(graphql !== undefined && { FUZZ_GRAPHQL: String(graphql) }),
      ...(walk !== undefined && { FUZZ_WALK: String(walk) }),
      ...(carts !== undefined && { FUZZ_CARTS: String(carts) }),
      ...(without !== undefined && { FUZZ_WITHOUT: without }),
    },
  }),
);
