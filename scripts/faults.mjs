/** npm run test:faults -- [options]: sets up what is missing, then breaks a running service again and again. */
import { runMain, setUp } from './setup.mjs';

await runMain(setUp);
await import('../dist/faults/run.js');
