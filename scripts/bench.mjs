/** npm run bench -- [options]: sets up the checkout, then runs the benchmarks. */
import { runMain, setUp } from './setup.mjs';

await runMain(() => setUp());
await import('../dist/bench/run.js');
