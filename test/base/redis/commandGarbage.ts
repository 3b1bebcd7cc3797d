/**
 * Measures, in a thread whose heap has no other user, how many bytes an answered command leaves that only a full
 * collection frees, and sends the number to the parent. The library itself is measured where `workerData` says so.
 */
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { Command } from 'ioredis';
import { allocateCommandsYoung } from '../../../src/base/redis/ioredisInternals.js';

const commandCount = 400;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options?: { type: 'minor' }) => void;

const answerCommands = async (): Promise<void> => {
  for (let command = 0; command < commandCount; command++) {
    new Command(
      'mget',
      Array.from({ length: 100 }, (_, key) => `key ${command} ${key} of a long command`),
    ).resolve([]);
    await setImmediate();
  }
};

if (workerData !== 'library') allocateCommandsYoung();
// The first commands still change how the code is compiled.
await answerCommands();
collect();
await answerCommands();
collect({ type: 'minor' });
collect({ type: 'minor' });
const before = process.memoryUsage().heapUsed;
collect();
parentPort!.postMessage((before - process.memoryUsage().heapUsed) / commandCount);
