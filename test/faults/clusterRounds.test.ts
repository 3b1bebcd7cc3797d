/**
 * Rounds of the faults of `npm run test:faults -- --cluster`: projects on every master are read and written, one master
 * is faulty, and no other project notices it.
 */
import { randomInt } from 'node:crypto';
import { t as root, test } from '../support/tap.js';
import {
  failOver,
  killAndRestartMaster,
  killMaster,
  promoteStaleReplica,
  stopMaster,
} from '../../faults/cases/clusterNodes.js';
import { moveProject, rebalance } from '../../faults/cases/slotMoves.js';
import { createWorld } from '../../faults/createWorld.js';
import { waitMsMax } from '../../faults/RequestLog.js';
import { runRound } from '../../faults/runRound.js';
import { isLong } from '../support/rounds.js';
import { startOwnCluster } from '../support/startOwnCluster.js';

// Other tests run on the same machine: a healthy node may be silent for a while, and a request may wait for a
// processor.
const cluster = await startOwnCluster({ masters: 3, replicas: 3, args: ['--cluster-node-timeout', '3000'] });
const world = await createWorld({ cluster, settings: { QUEUE_WAIT_MS: '2000' } });
root.teardown(() => world.close());
// Times are checked by the long form, which runs alone.
const patience = { answerMsMax: isLong ? 2 * waitMsMax : Infinity, backMsMax: Infinity };
const options = {
  writers: isLong ? 6 : 3,
  readers: 2,
  loadMs: 100,
  search: true,
  restMs: isLong ? 40 : 100,
  isOnePerMaster: !isLong,
};

// test/base/redis/movingSlots moves a project under load.
const short = [killMaster];
const long = [...short, moveProject, killAndRestartMaster, stopMaster, failOver, rebalance, promoteStaleReplica];

for (const fault of isLong ? long : short)
  test(`a cluster loses no acknowledged change and refuses no other project under ${fault.name}`, async t => {
    const result = await runRound(world, { ...fault, ...patience }, { ...options, seed: randomInt(1_000_000) });
    t.same(result.failures, [], `seed ${result.seed}`);
    t.ok(result.acknowledged > 0);
  });
