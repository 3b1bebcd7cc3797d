/** npm run sample: writes the sample of the stored format of this build (test/store/formats/README.md). */
import { runMain } from './setup.mjs';
import { runTests } from './test/runTests.mjs';
import { startEmbedded } from './test/startEmbedded.mjs';

await runMain(() => runTests(['test/store/formats/writeSample.ts'], startEmbedded));
