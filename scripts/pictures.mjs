/** npm run pictures: takes the pictures of the console for docs/console, with a browser and an embedded Redis. */
import { readCommandLine } from './setup/commandLine.mjs';
import { runMain } from './setup.mjs';
import { runTests } from './test/runTests.mjs';
import { startEmbedded } from './test/startEmbedded.mjs';

readCommandLine();

await runMain(() => runTests(['test/console/takePictures.ts'], startEmbedded));
