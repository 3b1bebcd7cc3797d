import type { Fault } from '../Fault.js';
import {
  failOver,
  killAndRestartMaster,
  killMaster,
  promoteStaleReplica,
  restartMaster,
  stopMaster,
} from './clusterNodes.js';
import { appendOnlyReadOnly, appendOnlyVanished } from './appendOnlyFiles.js';
import { clockBack, clockJump, clockLeap } from './clocks.js';
import { diskFull, diskFullRewrite } from './diskFull.js';
import { killProcess } from './killProcess.js';
import { killServer } from './killServer.js';
import { pauseRedis, stopRedis } from './suspendRedis.js';
import { killRedis, restartRedis } from './endRedis.js';
import { freezeReplica, killReplica, promoteReplica, resynchroniseReplica } from './replicas.js';
import { moveProject, rebalance } from './slotMoves.js';
import { killBackground, killWorker } from './endThread.js';

export const faults: readonly Fault[] = [
  killServer,
  killProcess,
  killRedis,
  restartRedis,
  stopRedis,
  pauseRedis,
  killWorker,
  killBackground,
  diskFull,
  diskFullRewrite,
  appendOnlyReadOnly,
  appendOnlyVanished,
  clockJump,
  clockBack,
  clockLeap,
  freezeReplica,
  killReplica,
  resynchroniseReplica,
  promoteReplica,
];

/** The faults of `--cluster`. */
export const clusterFaults: readonly Fault[] = [
  killMaster,
  killAndRestartMaster,
  restartMaster,
  stopMaster,
  failOver,
  moveProject,
  rebalance,
  promoteStaleReplica,
  freezeReplica,
  killReplica,
  killServer,
  killWorker,
  killBackground,
];
