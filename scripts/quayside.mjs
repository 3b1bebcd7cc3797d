/** npm run quayside -- …: sets up the checkout, then runs the command line. */
import { runMain, setUp } from './setup.mjs';

await runMain(() => setUp());
await import('../bin/quayside.mjs');
