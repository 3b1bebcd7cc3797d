/** A short round in which the replica of a Redis takes the place of its master; `npm run test:faults` runs more. */
import { randomInt } from 'node:crypto';
import { test } from '../support/tap.js';
import { promoteReplica } from '../../faults/cases/replicas.js';
import { createWorld } from '../../faults/createWorld.js';
import { runRound, warmUp } from '../../faults/runRound.js';
import { startReplicaPair } from '../../faults/startReplicaPair.js';
import { skipInShort } from '../support/rounds.js';

// Other tests run on the same machine: no limit of time is the subject here.
const fault = { ...promoteReplica, backMsMax: Infinity };
const options = { writers: 8, loadMs: 250, search: true, answerMsMax: Infinity };

test('loses no acknowledged change when a replica takes the place of its master', { skip: skipInShort }, async t => {
  const pair = await startReplicaPair();
  t.teardown(() => pair.stop());
  const world = await createWorld({ pair });
  t.teardown(() => world.close());
  await warmUp(world, { ...options, seed: 1 });
  const result = await runRound(world, fault, { ...options, seed: randomInt(1_000_000) });
  t.same(result.failures, [], `seed ${result.seed}`);
  t.ok(result.acknowledged > 0);
});
