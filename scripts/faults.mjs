/** npm run test:faults -- [options]: sets up the checkout, then causes faults in a running service. */
import { runMain, setUp } from './setup.mjs';
import { installFaketime } from './setup/faketime.mjs';

await runMain(async () => {
  await setUp();
  await installFaketime();
});
await import('../dist/faults/run.js');
