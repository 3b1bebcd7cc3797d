/** npm run bench -- [options]: sets up what is missing, then measures. */
import { runMain, setUp } from './setup.mjs';

await runMain(setUp);
await import('../dist/bench/run.js');
