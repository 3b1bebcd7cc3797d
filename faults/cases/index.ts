import type { Fault } from '../fault.js';
import { failOver, killMaster, restartMaster, stopMaster } from './cluster.js';
import { diskFull } from './diskFull.js';
import { killServer } from './killServer.js';
import { pauseRedis, stopRedis } from './pause.js';
import { killRedis, restartRedis } from './redis.js';
import { killBackground, killWorker } from './threads.js';

export const faults: readonly Fault[] = [
  killServer,
  killRedis,
  restartRedis,
  stopRedis,
  pauseRedis,
  killWorker,
  killBackground,
  diskFull,
];

/** Of `--cluster`. */
export const clusterFaults: readonly Fault[] = [
  killMaster,
  restartMaster,
  stopMaster,
  failOver,
  killServer,
  killWorker,
  killBackground,
];
