/**
 * npm start: sets up the checkout, then runs the server in this process. With the embedded Redis it is a demo, which
 * may call API extensions on the same machine unless PRIVATE_DESTINATIONS is set, even if it is set to an empty text.
 */
import { runMain, setUp } from './setup.mjs';

await runMain(() => setUp());
if (!process.env.REDIS_URL) process.env.PRIVATE_DESTINATIONS ??= 'loopback';
process.argv = [process.argv[0], process.argv[1], 'start', ...process.argv.slice(2)];
await import('../bin/quayside.mjs');
