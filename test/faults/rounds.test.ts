/** Short rounds of some faults of `npm run test:faults`, which runs all faults, and longer. */
import { t as root, test } from '../support/tap.js';
import { killServer } from '../../faults/cases/killServer.js';
import { diskFull } from '../../faults/cases/diskFull.js';
import { killRedis } from '../../faults/cases/endRedis.js';
import { suspendRedis } from '../../faults/cases/suspendRedis.js';
import { killWorker } from '../../faults/cases/endThread.js';
import { randomInt } from 'node:crypto';
import { isLong, skipInShort } from '../support/rounds.js';
import { runRound, warmUp } from '../../faults/runRound.js';
import { createWorld } from '../../faults/createWorld.js';

const world = await createWorld();
root.teardown(() => world.close());
const options = { writers: 8, loadMs: 250, search: true, restMs: 5 };
/** Other tests run on the same machine: no limit of time is the subject here. */
const patience = { answerMsMax: Infinity, backMsMax: Infinity };
const seedsMax = 1_000_000;
await warmUp(world, { ...options, seed: 1 });

const short = [killRedis, killServer];
const long = [...short, killWorker, suspendRedis(2_000)];

for (const fault of isLong ? long : short)
  test(`loses no acknowledged write and repeats none under the fault ${fault.name} (ERR013)`, async t => {
    const result = await runRound(world, { ...fault, ...patience }, { ...options, seed: randomInt(seedsMax) });
    t.same(result.failures, [], `seed ${result.seed}`);
    t.ok(result.acknowledged > 0);
  });

const prepared = isLong ? await diskFull.prepare!() : { unavailable: skipInShort || '' };
const skip = 'unavailable' in prepared && prepared.unavailable;

test('loses no acknowledged change when the disk is full (ERR013)', { skip }, async t => {
  if ('unavailable' in prepared) return;
  const full = await createWorld(prepared.options);
  await warmUp(full, { ...options, seed: 1 });
  const result = await runRound(full, { ...diskFull, ...patience }, { ...options, seed: randomInt(seedsMax) });
  await full.close();
  await prepared.cleanUp();
  t.same(result.failures, [], `seed ${result.seed}`);
});
