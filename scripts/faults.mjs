/** npm run test:faults -- [options]: sets up the checkout, then causes faults in a running service. */
import { runMain, setUp } from './setup.mjs';

await runMain(() => setUp());
await import('../dist/faults/run.js');
