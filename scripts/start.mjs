/** npm start: sets up the checkout, then runs the server in this process. */
import { runMain, setUp } from './setup.mjs';

await runMain(setUp);
process.argv = [process.argv[0], process.argv[1], 'start'];
await import('../bin/quayside.mjs');
