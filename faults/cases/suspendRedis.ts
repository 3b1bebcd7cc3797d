/** Faults in which Redis runs and does not answer. */
import { setTimeout } from 'node:timers/promises';
import type { Fault } from '../Fault.js';

const pauseMs = 5_000;

export const suspendRedis = (lengthMs: number): Fault => ({
  name: 'stop-redis',
  description: `SIGSTOP to Redis, SIGCONT after ${lengthMs / 1_000} s`,
  inject: async world => {
    const pid = world.redisPid();
    process.kill(pid, 'SIGSTOP');
    try {
      await setTimeout(lengthMs);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  },
});

export const stopRedis = suspendRedis(pauseMs);

export const pauseRedis: Fault = {
  name: 'pause-redis',
  description: 'CLIENT PAUSE for 5 s',
  inject: async world => {
    await world.redis(redis => redis.call('CLIENT', 'PAUSE', String(pauseMs), 'ALL'));
    await setTimeout(pauseMs);
  },
};
