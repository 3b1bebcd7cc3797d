/** npm run sample: writes the sample of the stored format of this build (test/store/formats/README.md). */
import { readCommandLine } from './setup/commandLine.mjs';
import { runMain } from './setup.mjs';
import { runTests } from './test/runTests.mjs';
import { startEmbedded } from './test/startEmbedded.mjs';

readCommandLine();

await runMain(() => runTests(['test/store/formats/writeSample.ts'], startEmbedded));
