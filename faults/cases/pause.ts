/** Redis is there and says nothing. */
import { setTimeout } from 'node:timers/promises';
import type { Fault } from '../fault.js';

const pauseMs = 5_000;

export const stopRedis: Fault = {
  name: 'stop-redis',
  about: 'SIGSTOP to Redis, SIGCONT after 5 s',
  inject: async world => {
    const pid = world.redisPid();
    process.kill(pid, 'SIGSTOP');
    try {
      await setTimeout(pauseMs);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
  },
};

export const pauseRedis: Fault = {
  name: 'pause-redis',
  about: 'CLIENT PAUSE for 5 s',
  inject: async world => {
    await world.redis(redis => redis.call('CLIENT', 'PAUSE', String(pauseMs), 'ALL'));
    await setTimeout(pauseMs);
  },
};
