/** npm run quayside -- …: sets up what is missing, then runs the command line. */
import { runMain, setUp } from './setup.mjs';

await runMain(setUp);
await import('../bin/quayside.mjs');
